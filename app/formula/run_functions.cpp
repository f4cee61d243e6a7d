/// What formulas read from a run: its tensors, its words, its predictions, its sizes.

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "app/formula/functions.h"
#include "app/run/attention_readings.h"
#include "app/run/run.h"
#include "core/model/work.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

const Run& run_of(const Scope& scope) {
    if (!scope.run) throw Error("no model is open");
    return *scope.run;
}

TensorView required(const Run& run, const std::string& path) {
    const TensorView tensor = run.find(path);
    if (!tensor.present())
        throw Error(fmt::format("this run has no tensor {}{}", in_quotes(path), did_you_mean_path(path, paths_of(run))));
    return tensor;
}

std::string path_in(const Arguments& arguments) { return text_in(arguments[0], "the path of a tensor"); }

Value tensor(const Arguments& arguments, const Scope& scope) { return required(run_of(scope), path_in(arguments)); }

Value gradient(const Arguments& arguments, const Scope& scope) {
    const std::string path = path_in(arguments);
    const TensorView found = find_gradient(run_of(scope), path);
    if (!found.present()) throw Error(fmt::format("{} has no gradient, or gradients are not shown", in_quotes(path)));
    return found;
}

/// The same tensor as the model computes it without alterations.
Value untouched(const Arguments& arguments, const Scope& scope) {
    const Run& run = run_of(scope);
    return required(run.untouched ? *run.untouched : run, path_in(arguments));
}

Value has(const Arguments& arguments, const Scope& scope) { return run_of(scope).find(path_in(arguments)).present(); }

/// The number of words in a sentence without its padding.
Size words_without_padding(const IndexTensor& tokens, Size sentence, std::int32_t pad) {
    Size count = tokens.size(1);
    while (count > 0 && tokens.at({sentence, count - 1}) == pad) --count;
    return count;
}

struct TokenRow {
    const IndexTensor& tokens;
    const Vocabulary& words;
    std::int32_t pad;
};

Texts words_of(const TokenRow& row, Size sentence) {
    Texts texts;
    if (row.tokens.empty()) return texts;
    for (Size i = 0; i < words_without_padding(row.tokens, sentence, row.pad); ++i)
        texts.push_back(row.words.word(row.tokens.at({sentence, i})));
    return texts;
}

TokenRow row_of(const Run& run, Side side) {
    const Configuration& c = run.model->configuration;
    return {tokens_read(run, side), vocabulary_of(run, side), side == Side::source ? c.pad_src : c.pad_tgt};
}

/// Source and target. In a model of one stack both are the single sequence that it reads.
TokenRow source_row(const Run& run) {
    return row_of(run, run.model->configuration.has_encoder() || !run.is_transformer() ? Side::source : Side::target);
}
TokenRow target_row(const Run& run) {
    return row_of(run, run.model->configuration.has_decoder() || !run.is_transformer() ? Side::target : Side::source);
}
TokenRow label_row(const Run& run) {
    return {run.activations->labels, target_row(run).words, run.model->configuration.output_padding()};
}

/// The stack whose heads are counted: the encoder or, if there is none, the decoder.
StackKind counted_stack(const Run& run) { return run.model->configuration.has_encoder() ? StackKind::encoder : StackKind::decoder; }

/// Throws Error if the run predicts no words.
const Run& predicting(const Run& run) {
    if (!run.is_transformer()) throw Error("this is an attention alone: it predicts no tokens");
    if (!run.model->configuration.logits) throw Error("this model has no logits: it predicts no tokens");
    return run;
}

/// The most probable next word after each word of the target.
Texts said_words(const Run& run, Size sentence) {
    const TokenRow target = target_row(run);
    Texts said;
    for (Size i = 0; i < words_without_padding(target.tokens, sentence, target.pad); ++i)
        said.push_back(target.words.word(run.activations->predictions.at({sentence, i})));
    return said;
}

/// The probability of a word after a position of the target.
Value probability(const Arguments& arguments, const Scope& scope) {
    const Run& run = predicting(run_of(scope));
    const std::string word = text_in(arguments[0], "the word");
    const auto id = target_row(run).words.id(word);
    if (!id)
        throw Error(fmt::format("{} is not a token of the {}vocabulary", in_quotes(word), run.has_both_stacks() ? "target " : ""));
    const Size place = whole_number_in(arguments[1], "the place");
    const Tensor& probabilities = run.activations->probabilities;
    if (place < 0 || place >= probabilities.size(1))
        throw Error(fmt::format("the {} has no position {}", run.has_both_stacks() ? "target" : "sentence", place));
    return number(static_cast<double>(probabilities.at({scope.sentence, place, *id})));
}

/// The multiplications of one decoding step after the given words of the target.
template <double (*multiplications)(const Configuration&, const DecodingSize&)>
Value step_work(const Arguments& arguments, const Scope& scope) {
    const Run& run = predicting(run_of(scope));
    const Size words = whole_number_in(arguments[0], "the number of words");
    if (words < 1) throw Error("a step of decoding reads at least one token");
    return number(multiplications(run.model->configuration, {1, words, run.batch->source_length()}));
}

/// "5 × 6 × 32".
Value shape(const Arguments& arguments, const Scope& scope) {
    const Layout layout = required(run_of(scope), path_in(arguments)).layout;
    return fmt::format("{}", fmt::join(layout.shape.begin(), layout.shape.begin() + layout.rank, "\u00a0×\u00a0"));
}

/// The number of weights in all parameters whose names begin like this.
Value weights_in(const Arguments& arguments, const Scope& scope) {
    const std::string start = path_in(arguments);
    double count = 0;
    for (const ParameterView& parameter : run_of(scope).parameter_list) {
        if (parameter.name.starts_with(start)) count += static_cast<double>(parameter.tensor.layout.count());
    }
    if (count == 0) throw Error(fmt::format("no parameter's name begins with {}", in_quotes(start)));
    return number(count);
}

/// The attention with this path, "encoder.layers.0.self_attn".
AttentionPlace attention_in(const Run& run, const Value& path) {
    const std::string name = text_in(path, "the path of an attention");
    required(run, name + ".weights");
    return *attention_at(name);
}

Value sharpest_head_of(const Arguments& arguments, const Scope& scope) {
    const Run& run = run_of(scope);
    return number(static_cast<double>(sharpest_head(run, attention_in(run, arguments[0]), scope.sentence)));
}

Value word_head_of(const Arguments& arguments, const Scope& scope) {
    const Run& run = run_of(scope);
    const AttentionPlace place = attention_in(run, arguments[0]);
    const Size query = whole_number_in(arguments[1], "the position");
    const Size queries = tokens_read(run, side_of_queries(place.kind)).size(1);
    if (query < 0 || query >= queries) throw Error(fmt::format("there is no position {}: there are {}", query, queries));
    return number(static_cast<double>(word_head(run, place, scope.sentence, query)));
}

/// Throws Error for a model without cross-attention.
AlignmentHead alignment_in(const Run& run, const Scope& scope) {
    const auto head = alignment_head(run, scope.sentence);
    if (!head) throw Error("this model has no cross-attention");
    return *head;
}

Value state_at(const Arguments& arguments, const Scope& scope) {
    if (!scope.state) throw Error("the program's state cannot be read here");
    return scope.state(text_in(arguments[0], "the JSON pointer"));
}

double whole(Size size) { return static_cast<double>(size); }

constexpr Fact known_facts[] = {
    {"pi", [](const Run&, const Scope&) { return number(std::numbers::pi); }, "half the circumference of a circle of radius 1"},
    {"d_model", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.d_model)); },
     "the dimension of the model"},
    {"heads", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.heads(counted_stack(run)))); },
     "the number of heads of every attention"},
    {"d_head", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.head_width(counted_stack(run)))); },
     "the dimension of a head"},
    {"d_ff", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.hidden_width(counted_stack(run)))); },
     "the dimension inside the feed-forward network"},
    {"encoder_layers", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.num_encoder_layers)); },
     "the number of encoder layers"},
    {"decoder_layers", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.num_decoder_layers)); },
     "the number of decoder layers"},
    {"source_vocabulary", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.src_vocab_size)); },
     "the size of the source vocabulary"},
    {"target_vocabulary", [](const Run& run, const Scope&) { return number(whole(run.model->configuration.tgt_vocab_size)); },
     "the size of the target vocabulary"},
    {"parameters", [](const Run& run, const Scope&) { return number(parameter_count(run.model->configuration)); },
     "the number of parameters of the model"},
    {"operations", [](const Run& run, const Scope&) { return number(product_operations(run.model->configuration, *run.batch)); },
     "the multiplications and additions of the matrix products of the run"},
    {"loss",
     [](const Run& run, const Scope&) -> Value {
         if (!run.has_loss()) throw Error("without labels there is no loss");
         return number(static_cast<double>(run.activations->loss.at({})));
     },
     "the loss of the batch"},
    {"norm_first", [](const Run& run, const Scope&) -> Value { return is_normed_before(run.model->configuration.norm_placement); },
     "whether LayerNorm stands before each sublayer"},
    {"tensors",
     [](const Run& run, const Scope&) {
         return number(static_cast<double>(std::ranges::count(run.outline().tensors, false, &TensorInfo::is_view)));
     },
     "the number of tensors that the run records"},
    {"steps", [](const Run& run, const Scope&) { return number(run.last_step() + 1); }, "the number of steps of the run"},
    {"sentences", [](const Run& run, const Scope&) { return number(whole(sentence_count(run))); },
     "the number of sentences in the batch"},
    {"source_length", [](const Run& run, const Scope&) { return number(whole(run.batch->source_length())); },
     "the length of the source sentences, padding included"},
    {"target_length", [](const Run& run, const Scope&) { return number(whole(run.batch->target_length())); },
     "the length of the target sentences, padding included"},
    {"sentence", [](const Run&, const Scope& scope) { return number(whole(scope.sentence)); }, "the chosen sentence, from 0"},
    {"head", [](const Run&, const Scope& scope) { return number(whole(scope.head)); }, "the chosen head, from 0"},
    {"alignment", [](const Run& run, const Scope& scope) -> Value { return path_of(alignment_in(run, scope).place); },
     "the path of the cross-attention whose head alignment_head aligns source and target"},
    {"alignment_head", [](const Run& run, const Scope& scope) { return number(whole(alignment_in(run, scope).head)); },
     "the head of the cross-attention that looks at the right token most often, from 0; where that was not measured, the one of "
     "the "
     "last layer whose attention tells most about which token asks"},
    {"source", [](const Run& run, const Scope& scope) -> Value { return words_of(source_row(run), scope.sentence); },
     "the tokens of the source, without padding"},
    {"target", [](const Run& run, const Scope& scope) -> Value { return words_of(target_row(run), scope.sentence); },
     "the tokens that the decoder reads, without padding"},
    {"labels", [](const Run& run, const Scope& scope) -> Value { return words_of(label_row(predicting(run)), scope.sentence); },
     "the correct tokens: the labels"},
    {"said", [](const Run& run, const Scope& scope) -> Value { return said_words(predicting(run), scope.sentence); },
     "the tokens that the model predicts, the likeliest ones"},
};

}  // namespace

std::span<const Fact> facts() { return known_facts; }

std::span<const Function> run_functions() {
    static constexpr Function list[] = {
        {"tensor", 1, 1, tensor, "a tensor or parameter by its path, which may be put together with +"},
        {"gradient", 1, 1, gradient, "its gradient"},
        {"untouched", 1, 1, untouched, "the same tensor in the unaltered run"},
        {"has", 1, 1, has, "whether the run has such a tensor"},
        {"shape", 1, 1, shape, "shape(path): the sizes of its axes, as a text"},
        {"weights_in", 1, 1, weights_in, "how many numbers there are in the parameters whose names begin with a text"},
        {"probability", 2, 2, probability,
         "probability(token, position): how likely the model takes a token to follow a position of the target, from 0"},
        {"cached_step", 1, 1, step_work<cached_step_multiplications>,
         "the multiplications of one step of decoding after so many tokens, with the KV cache"},
        {"full_step", 1, 1, step_work<full_step_multiplications>, "the same without the KV cache"},
        {"sharpest_head", 1, 1, sharpest_head_of,
         "sharpest_head(path): the head of an attention whose weights are the most concentrated in this sentence, from 0"},
        {"word_head", 2, 2, word_head_of,
         "word_head(path, position): the head of an attention in which the token at a position gives the most weight to another "
         "word, "
         "from 0"},
        {"state", 1, 1, state_at, "the program's state at a JSON pointer, as expect-state reads it"},
    };
    return list;
}

const Function& function_named(std::string_view name, std::size_t arguments) {
    std::vector<std::string> names;
    for (const auto functions : {number_functions(), text_functions(), run_functions()}) {
        for (const Function& function : functions) {
            names.emplace_back(function.name);
            if (function.name != name) continue;
            if (arguments >= function.least && arguments <= function.most) return function;
            throw Error(
                fmt::format("{} takes {} argument{}, not {}", name, function.least, function.least == 1 ? "" : "s", arguments));
        }
    }
    throw Error(fmt::format("there is no function {}{}", in_quotes(name), did_you_mean(std::string(name), names)));
}

Value run_name(const std::string& name, const Scope& scope) {
    const auto fact = std::ranges::find(facts(), name, &Fact::name);
    if (fact != facts().end()) return fact->read(run_of(scope), scope);
    if (name.find('.') != std::string::npos) return required(run_of(scope), name);
    std::vector<std::string> names;
    for (const Fact& known : facts()) names.emplace_back(known.name);
    for (const auto& [given, value] : scope.given) names.push_back(given);
    if (scope.run && scope.run->find(name).present()) return scope.run->find(name);
    throw Error(fmt::format("there is no name {}{}", in_quotes(name), did_you_mean(name, names)));
}

}  // namespace vitrine
