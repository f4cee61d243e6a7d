#include <algorithm>

#include "core/against/tensor_name_parts.h"

namespace vitrine {

namespace {

/// The outputs around a table of tokens, before the layers. The output of a module with parts is what the parts compute together.
std::vector<NameGuess> embedding_guesses(const Words& words, bool has_parts) {
    if (has_stem(words, {"norm"}) || has_word(words, {"ln"})) return {{NamedPart::embedding_norm}};
    const bool of_tokens = has_word(words, {"tok", "token", "tokens", "word", "words", "lut", "wte"});
    if (of_tokens) return {{NamedPart::embedding}, {NamedPart::scaled}};
    if (has_parts || has_word(words, {"embedded", "embeddings"}))
        return {{NamedPart::stack_input}, {NamedPart::scaled}, {NamedPart::sum, 1}};
    return {{NamedPart::embedding}, {NamedPart::scaled}, {NamedPart::sum}};
}

std::vector<NameGuess> output_guesses() {
    return {{NamedPart::logits, 1}, {NamedPart::log_probabilities, 1}, {NamedPart::probabilities, 1}};
}

bool is_stack_word(const std::string& word) {
    static const std::set<std::string> words{"encoder", "enc", "decoder", "dec", "src",
                                             "source",  "tgt", "target",  "trg", "encoding"};
    return words.contains(word);
}

}  // namespace

std::vector<NameGuess> outer_guesses(const std::vector<Words>& parts, Stack stack, bool has_parts) {
    const Words words = joined_words(parts);
    Words rest;
    std::ranges::copy_if(words, std::back_inserter(rest), [](const std::string& word) {
        return !is_stack_word(word) && word != "hook" && word != "model" && word != "transformer";
    });
    if (has_word(words, {"loss", "nll", "ce", "xent"})) return {{NamedPart::loss}, {NamedPart::token_loss}};
    if (has_word(words, {"log"}) || has_word(words, {"logprobs", "lprobs"})) return {{NamedPart::log_probabilities}};
    if (has_word(words, {"logits", "logit"})) return {{NamedPart::logits, rest.size() == 1 ? 0 : 1}};
    if (has_word(words, {"probs", "probabilities", "softmax", "prob"}))
        return {{NamedPart::probabilities}, {NamedPart::log_probabilities, 1}};
    if (has_word(words, {"generator", "head", "unembed", "unembedding", "classifier", "vocab", "lm", "projection", "fc", "proj"}) ||
        (stack == Stack::none && has_word(words, {"output", "out", "final"})))
        return output_guesses();
    if (has_stem(words, {"positional", "position"}) || has_word(words, {"pos", "pe"}))
        return {{NamedPart::positions}, {NamedPart::sum, has_stem(words, {"emb"}) ? 1 : 0}};
    if (has_stem(words, {"embed", "emb"}) || has_word(words, {"lut", "wte"})) return embedding_guesses(words, has_parts);
    if (has_stem(words, {"norm"}) || has_word(words, {"ln"}))
        return stack == Stack::none ? std::vector<NameGuess>{} : std::vector<NameGuess>{{NamedPart::stack_norm}};
    if (words == Words{"memory"}) return {{NamedPart::stack_end}};
    if (has_word(rest, {"in", "input", "inputs", "drop", "dropout"}) && stack != Stack::none) return {{NamedPart::stack_input}};
    if (has_word(words, {"source", "src", "target", "tgt", "trg"}) && rest.empty()) return {{NamedPart::stack_input}};
    const bool only_end = std::ranges::all_of(rest, [](const std::string& word) {
        return word == "out" || word == "output" || word == "last" || word == "hidden" || word == "state" || word == "memory" ||
               word == "stack";
    });
    if (only_end && !words.empty()) return {{NamedPart::stack_end}};
    return {};
}

}  // namespace vitrine
