#include "app/start/sentence_said.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/run/prediction.h"
#include "app/run/run.h"
#include "core/io/model_text.h"
#include "core/tasks/one_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

bool is_in_brackets(const std::string& word) { return word.size() > 2 && (word.front() == '<' || word.front() == '['); }

/// Whether every entry but marks such as <s> is a single character, like a letter or a digit.
bool is_of_characters(const Vocabulary& words) {
    return !words.empty() && std::ranges::all_of(words.words(), [](const std::string& word) {
        return is_in_brackets(word) || text_width(word) == 1;
    });
}

std::string word_of(const Vocabulary& words, std::int32_t id) { return words.word(id); }

/// Whether a token that is read marks a beginning or an end. The source may number these otherwise than the target, but then it
/// writes them in brackets.
bool is_mark(const std::string& word, std::int32_t id, const Configuration& configuration) {
    return id == configuration.bos || id == configuration.eos || is_in_brackets(word);
}

/// The position of <sep>, after which a decoder alone answers; nothing: it has not learned that, or the sentence has none.
std::optional<Size> answer_begins(const Run& run, const IndexTensor& tokens, Size sentence) {
    const Configuration& c = run.model->configuration;
    if (c.has_encoder() || !c.has_decoder()) return std::nullopt;
    const auto separator = source_text(*run.model, run.request.folder).end;
    for (Size i = 0; separator && i < tokens.size(1); ++i) {
        if (tokens.at({sentence, i}) == *separator) return i;
    }
    return std::nullopt;
}

bool is_asked(Asked asked, std::optional<Size> from, std::int32_t read, std::optional<std::int32_t> hiding, Size position) {
    return asked == Asked::hidden ? read == hiding : asked == Asked::answer ? position >= *from : true;
}

/// Where the predicted words of a model of one stack stand below those that it reads.
std::optional<std::size_t> place_below(const SentenceSaid& sentence) {
    const std::size_t marks = !sentence.read.empty() && sentence.read.front().is_mark;
    switch (sentence.asked) {
        case Asked::next:
            return 1;
        case Asked::answer:
            return sentence.said.size() + marks == sentence.read.size() ? std::optional(marks) : std::nullopt;
        default:
            return 0;
    }
}

}  // namespace

std::optional<std::int32_t> hiding_token(const Run& run) {
    if (run.model->configuration.architecture != Architecture::encoder) return std::nullopt;
    const Vocabulary& words = vocabulary_of(run, Side::source);
    const auto id = words.id(mask_word);
    return id ? id : words.id("[MASK]");
}

SentenceSaid sentence_said(const Run& run, Size sentence) {
    const Configuration& configuration = run.model->configuration;
    const Side side = configuration.has_encoder() || !run.is_transformer() ? Side::source : Side::target;
    const std::int32_t pad = side == Side::source ? configuration.pad_src : configuration.pad_tgt;
    const IndexTensor& tokens = tokens_read(run, side);
    const std::optional<Size> from = answer_begins(run, tokens, sentence);
    const std::optional<std::int32_t> hiding = hiding_token(run);
    SentenceSaid all;
    if (configuration.architecture == Architecture::encoder) all.asked = hiding ? Asked::hidden : Asked::all;
    if (from) all.asked = Asked::answer;
    for (Size i = 0; i <= from.value_or(tokens.size(1) - 1); ++i) {
        const std::int32_t id = tokens.at({sentence, i});
        const std::string word = word_of(vocabulary_of(run, side), id);
        if (id != pad) all.read.push_back({word, i, is_mark(word, id, configuration) && id != hiding, id == hiding});
    }
    const Vocabulary& words = vocabulary_of(run, side_of_predictions(run));
    if (is_of_characters(words)) all.unit = "character";
    for (const PredictedWord& predicted : predicted_words(run, run, sentence)) {
        if (!predicted.now.is_word() || !is_asked(all.asked, from, predicted.read, hiding, predicted.position)) continue;
        SaidWord said{word_of(words, predicted.read), word_of(words, predicted.now.word), predicted.now.probability, {}};
        if (predicted.label) said.label = word_of(words, *predicted.label);
        said.position = predicted.position;
        said.id = predicted.now.word;
        said.is_end = said.id == configuration.eos;
        all.said.push_back(std::move(said));
    }
    if (!run.has_both_stacks()) all.below = place_below(all);
    return all;
}

std::optional<AlignmentHead> drawn_head(const Run& run, Size sentence, const SentenceSaid& said) {
    const Configuration& c = run.model->configuration;
    if (c.architecture != Architecture::decoder) return alignment_head(run, sentence);
    std::vector<Size> queries;
    for (const SaidWord& word : said.said) queries.push_back(word.position);
    return telling_head(run, {AttentionKind::decoder_self, c.num_decoder_layers - 1}, sentence, queries);
}

double mean_weight(const Run& run, Size sentence, Size query, Size key) {
    const AttentionPlace last{AttentionKind::encoder_self, run.model->configuration.num_encoder_layers - 1};
    const Tensor& weights = attention_of(*run.activations, last).weights;
    double sum = 0;
    for (Size head = 0; head < weights.size(1); ++head) sum += static_cast<double>(weights.at({sentence, head, query, key}));
    return sum / static_cast<double>(weights.size(1));
}

std::string alignment_words(const Run& run, const AlignmentHead& head) {
    if (const auto& measured = head.measured) {
        std::string text =
            fmt::format("On held-out sentences this head looks at the right word {} of the time", percent(measured->share));
        if (measured->one_to_one) text += fmt::format(", {} where one word stands for one", percent(*measured->one_to_one));
        return text + ".";
    }
    if (head_count(run, head.place) == 1) return "It is the only head of this layer.";
    if (!head.information) return "";
    return fmt::format("Of the heads of this layer, its attention differs most from word to word: by {:.2f} bits.",
                       *head.information);
}

std::string sum_words(const SentenceSaid& sentence) {
    std::string read, said;
    for (const ReadWord& word : sentence.read) read += word.is_mark ? "" : word.word;
    for (const SaidWord& word : sentence.said) said += word.is_end ? "" : word.word;
    const std::size_t plus = read.find('+');
    if (plus == std::string::npos) return "";
    const std::string numbers[] = {read.substr(0, plus), read.substr(plus + 1)};
    constexpr std::size_t most_digits = 9;
    const auto is_number = [](const std::string& text) {
        return !text.empty() && text.size() <= most_digits && text.find_first_not_of("0123456789") == std::string::npos;
    };
    if (!std::ranges::all_of(numbers, is_number)) return "";
    const std::string sum = std::to_string(std::stoul(numbers[0]) + std::stoul(numbers[1]));
    const std::string words = fmt::format("{} + {} = {}", numbers[0], numbers[1], sum);
    if (std::ranges::equal(said, std::string(sum.rbegin(), sum.rend()))) return words + ": it writes the last digit first.";
    return words + (said == sum ? ", as it says." : "; it says something else.");
}

namespace {

/// The numbers of one position, word by word, and their ids; of the largest ones only. Nothing where one is not a number.
LikeliestWords largest(const Tensor& tensor, Size sentence, Size position, std::size_t count) {
    LikeliestWords words;
    if (tensor.empty()) return words;
    for (Size id = 0; id < tensor.size(2); ++id) {
        const auto number = static_cast<double>(tensor.at({sentence, position, id}));
        if (std::isnan(number)) return {};
        words.emplace_back(static_cast<std::int32_t>(id), number);
    }
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(std::min(count, words.size()));
    std::partial_sort(words.begin(), end, words.end(),
                      [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    words.erase(end, words.end());
    return words;
}

}  // namespace

LikeliestWords likeliest_words(const Run& run, Size sentence, Size position, std::size_t count) {
    return largest(run.activations->probabilities, sentence, position, count);
}

LikeliestWords likeliest_words_at(double temperature, const Run& run, Size sentence, Size position, std::size_t count) {
    const Tensor& logits = run.activations->logits;
    LikeliestWords words = largest(logits, sentence, position, count);
    if (words.empty() || !std::isfinite(words.front().second)) return {};  // such logits have no softmax
    const double most = words.front().second;
    const auto raised = [&](double logit) { return std::exp((logit - most) / temperature); };
    double sum = 0;
    for (Size id = 0; id < logits.size(2); ++id) sum += raised(static_cast<double>(logits.at({sentence, position, id})));
    for (auto& word : words) word.second = raised(word.second) / sum;
    return words;
}

std::string brief_probability(double probability) {
    constexpr double least = 0.0005;
    return probability > 0 && probability < least ? exponent_text(probability, false, 1) : fmt::format("{:.3f}", probability);
}

std::string precise_probability(double probability) {
    constexpr double least = 1e-4;
    return probability > 0 && probability < least ? decimal_text(probability) : fmt::format("{:.6f}", probability);
}

std::string wrong_words(const SentenceSaid& sentence, std::size_t count) {
    const auto shown = std::span(sentence.said).first(count);
    const auto known = std::ranges::count_if(shown, [](const SaidWord& said) { return said.label.has_value(); });
    const auto wrong = std::ranges::count_if(shown, [](const SaidWord& said) { return said.label && !said.is_right(); });
    return wrong == 0 ? "" : fmt::format("In red: the batch has another {}, {} of {} times.", sentence.unit, wrong, known);
}

std::string temperature_words(double temperature) {
    if (temperature == 1) return "T divides the logits before the softmax. At 1 these are the model's own probabilities.";
    return fmt::format(
        "The logits were divided by {:.2f} before the softmax: the likeliest {}. The order stays, and above stand the model's own "
        "words and probabilities.",
        temperature, temperature < 1 ? "gains" : "loses");
}

std::string said_words(Asked asked, const SaidWord& said) {
    if (asked == Asked::hidden) return fmt::format("in this place it says “{}”", said.word);
    return fmt::format("{} “{}” it says “{}”", asked == Asked::all ? "at" : "after", said.after, said.word);
}

std::string candidates_heading(const SentenceSaid& sentence, std::size_t place) {
    const std::string likeliest = fmt::format("The likeliest {}s", sentence.unit);
    if (sentence.asked != Asked::hidden)
        return fmt::format("{} {} “{}”", likeliest, sentence.asked == Asked::all ? "at" : "after", sentence.said[place].after);
    if (sentence.said.size() == 1) return likeliest + " in the hidden place";
    return fmt::format("{} in hidden place {}", likeliest, place + 1);
}

std::string start_title(const Run& run) {
    if (!run.is_transformer()) return "This is one attention alone.";
    if (!run.has_both_stacks())
        return run.model->configuration.has_decoder() ? "This is a Transformer's decoder." : "This is a Transformer's encoder.";
    return run.request.sample == "translation" ? "This is a Transformer, translating." : "This is a Transformer.";
}

namespace {

/// "0123456789+": the characters that a model reads one by one; empty if it reads words, or more of them.
std::string characters_read(const Run& run) {
    constexpr std::size_t most = 40;
    const Model& model = *run.model;
    if (source_text(model, run.request.folder).unit != TextUnit::characters || model.tokenizer) return "";
    std::string characters;
    std::size_t count = 0;
    for (const std::string& word : vocabulary_of(run, model.configuration.has_encoder() ? Side::source : Side::target).words()) {
        if (text_width(word) != 1) continue;
        characters += word;
        ++count;
    }
    return count <= most ? characters : "";
}

}  // namespace

std::string start_text(const Run& run, Asked asked) {
    if (!run.is_transformer())
        return filled_in(
            "It has {parameters} parameters and computes {tensors} tensors from the vectors that it is given. You can look at "
            "every "
            "number of them.",
            {.run = &run});
    const std::string characters = characters_read(run);
    const char* answers = run.has_both_stacks()    ? "A Transformer with {parameters} parameters answers as you type"
                          : asked == Asked::answer ? "A decoder with {parameters} parameters writes its answer as you type"
                          : asked == Asked::next   ? "A decoder with {parameters} parameters says after every token what comes next"
                          : asked == Asked::hidden ? "An encoder with {parameters} parameters says what belongs there"
                                                   : "An encoder with {parameters} parameters says what belongs at every position";
    const std::string about =
        filled_in(std::string(answers) + ", and each of the {tensors} tensors that it computes can be looked at.", {.run = &run});
    if (const auto hiding = hiding_token(run))
        return fmt::format("Click a word below to hide it, or type {} in its place. {}",
                           vocabulary_of(run, Side::source).word(*hiding), about);
    return (characters.empty() ? "Type a sentence of your own. " : "Type any of " + characters + ". ") + about;
}

}  // namespace vitrine
