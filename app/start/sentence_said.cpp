#include "app/start/sentence_said.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/run/prediction.h"
#include "app/run/run.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::string word_of(const Vocabulary& words, std::int32_t id) { return words.word(id); }

/// Whether a token that is read marks a beginning or an end. The source may number these otherwise than the target, but then it
/// writes them in brackets.
bool is_mark(const std::string& word, std::int32_t id, const Configuration& configuration) {
    const bool in_brackets = word.size() > 2 && (word.front() == '<' || word.front() == '[');
    return id == configuration.bos || id == configuration.eos || in_brackets;
}

}  // namespace

SentenceSaid sentence_said(const Run& run, Size sentence) {
    const Configuration& configuration = run.model->configuration;
    const Side side = configuration.has_encoder() || !run.is_transformer() ? Side::source : Side::target;
    const std::int32_t pad = side == Side::source ? configuration.pad_src : configuration.pad_tgt;
    const IndexTensor& tokens = tokens_read(run, side);
    SentenceSaid all;
    for (Size i = 0; i < tokens.size(1); ++i) {
        const std::int32_t id = tokens.at({sentence, i});
        const std::string word = word_of(vocabulary_of(run, side), id);
        if (id != pad) all.read.push_back({word, i, is_mark(word, id, configuration)});
    }
    const Vocabulary& words = vocabulary_of(run, side_of_predictions(run));
    for (const PredictedWord& predicted : predicted_words(run, run, sentence)) {
        SaidWord said{word_of(words, predicted.read), word_of(words, predicted.now.word), predicted.now.probability, {}};
        if (predicted.label) said.label = word_of(words, *predicted.label);
        said.position = predicted.position;
        said.id = predicted.now.word;
        said.is_end = said.id == configuration.eos;
        if (predicted.now.is_word()) all.said.push_back(std::move(said));
    }
    return all;
}

std::string alignment_words(const AlignmentHead& head) {
    if (!head.measured) return "Of the heads of this layer its weights are the most concentrated for this sentence.";
    const auto& [layer, number, share, one_to_one] = *head.measured;
    std::string text = fmt::format("On held-out sentences this head looks at the right word {} of the time", percent(share));
    if (one_to_one) text += fmt::format(", {} where one word stands for one", percent(*one_to_one));
    return text + ".";
}

std::vector<std::pair<std::int32_t, double>> likeliest_words(const Run& run, Size sentence, Size position, std::size_t count) {
    const Tensor& probabilities = run.activations->probabilities;
    std::vector<std::pair<std::int32_t, double>> words;
    if (probabilities.empty()) return words;
    for (Size id = 0; id < probabilities.size(2); ++id) {
        const auto probability = static_cast<double>(probabilities.at({sentence, position, id}));
        if (std::isnan(probability)) return {};
        words.emplace_back(static_cast<std::int32_t>(id), probability);
    }
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(count, words.size()));
    std::partial_sort(words.begin(), end, words.end(),
                      [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    words.erase(end, words.end());
    return words;
}

const char* said_heading(const Run& run) {
    switch (run.model->configuration.architecture) {
        case Architecture::encoder:
            return "at each position it predicts which token belongs there";
        case Architecture::decoder:
            return "after each token it predicts the next one";
        default:
            return "after each token of the translation it predicts the next one";
    }
}

std::string said_words(const Run& run, const SaidWord& said) {
    const bool stands = side_of_predictions(run) == Side::source;
    return fmt::format("{} “{}” it says “{}”", stands ? "at" : "after", said.after, said.word);
}

std::string start_title(const Run& run) {
    if (!run.is_transformer()) return "This is one attention alone.";
    if (!run.has_both_stacks())
        return run.model->configuration.has_decoder() ? "This is a Transformer's decoder." : "This is a Transformer's encoder.";
    return run.request.sample == "translation" ? "This is a Transformer, translating." : "This is a Transformer.";
}

std::string start_text(const Run& run) {
    const char* text =
        !run.is_transformer()
            ? "It has {parameters} parameters and computes {tensors} tensors from the vectors that it is given. You can "
              "look at every number of them."
            : "Type a sentence of your own. A Transformer with {parameters} parameters answers as you type, and each of "
              "the {tensors} tensors that it computes can be looked at.";
    return filled_in(text, {.run = &run});
}

}  // namespace vitrine
