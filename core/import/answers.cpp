#include "core/import/answers.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

namespace vitrine {

namespace {

/// The number that a text consists of; nothing if it is not a number.
template <class T>
std::optional<T> number_in_text(const std::string& text) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::vector<std::string> split_at_bars(std::string_view words) {
    std::vector<std::string> list;
    for (;;) {
        const auto bar = words.find('|');
        list.emplace_back(words.substr(0, bar));
        if (bar == std::string_view::npos) return list;
        words.remove_prefix(bar + 1);
    }
}

constexpr double largest_eps = 1;

/// A plain decimal such as 1e-5, whatever language the system is set to.
std::optional<double> decimal_in(const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

Size least(ImportQuestion question) {
    return question == ImportQuestion::heads || question == ImportQuestion::max_positions ? 1 : 0;
}

/// Whether the answer is a token, or "none".
bool is_of_token(ImportQuestion question) {
    return question == ImportQuestion::pad_src || question == ImportQuestion::pad_tgt || question == ImportQuestion::begin ||
           question == ImportQuestion::end;
}

std::vector<std::string> divisors(Size width) {
    std::vector<std::string> list;
    constexpr Size most = 64;
    for (Size heads = 1; heads <= std::min(width, most); ++heads) {
        if (width % heads == 0) list.push_back(std::to_string(heads));
    }
    return list;
}

}  // namespace

const std::vector<QuestionText>& all_questions() {
    static const std::vector<QuestionText> texts{
        {ImportQuestion::heads, "heads", "--heads", "N", "Attention heads in each layer"},
        {ImportQuestion::activation, "activation", "--activation", "relu|gelu|silu",
         "Between the two layers of the feed-forward network"},
        {ImportQuestion::norm, "norm", "--norm", "post|pre", "LayerNorm after the sublayers, as in the paper, or before them"},
        {ImportQuestion::layer_norm, "layer_norm", "--layer-norm", "torch|annotated",
         "LayerNorm as PyTorch has it, or with the deviation over D − 1 and eps outside of the root"},
        {ImportQuestion::eps, "eps", "--eps", "E", "The ε that LayerNorm adds before it divides; nn.LayerNorm uses 1e-5"},
        {ImportQuestion::scale_embedding, "scale_embedding", "--scale-embedding", "yes|no",
         "Whether embeddings are multiplied by √d_model"},
        {ImportQuestion::positions, "positions", "--positions", "sinusoidal|halves|none",
         "What is added to embeddings if the file has no table: the paper's sines and cosines, all sines before all cosines, or "
         "nothing"},
        {ImportQuestion::position_offset, "position_offset", "--position-offset", "ROW",
         "The row of the table that the first position has (2 for BART, otherwise 0)"},
        {ImportQuestion::max_positions, "max_positions", "--max-positions", "N",
         "Rows of the table that 'halves' or 'none' make (default 512)"},
        {ImportQuestion::stack_norm, "stack_norm", "--stack-norm", "final|embedding",
         "What the one LayerNorm beside a stack's layers follows: the layers, or the embeddings"},
        {ImportQuestion::weights, "weights", "--weights", "out-in|in-out", "How square matrices are stored: nn.Linear has out-in"},
        {ImportQuestion::packed, "packed", "--packed", "thirds|heads",
         "Rows of one matrix for queries, keys and values: all of each together, or head by head"},
        {ImportQuestion::pad_src, "pad_src", "--pad", "ID|none",
         "The id of padding; of targets, too, unless another one is given for them"},
        {ImportQuestion::pad_tgt, "pad_tgt", "--pad-tgt", "ID|none", "The id of padding in targets, if it is another one there"},
        {ImportQuestion::begin, "begin", "--begin", "ID|none", "The id that targets begin with"},
        {ImportQuestion::end, "end", "--end", "ID|none", "The id that targets end with"}};
    return texts;
}

const QuestionText& text_of(ImportQuestion question) { return all_questions()[static_cast<std::size_t>(question)]; }

std::string_view name(AnswerSource source) {
    constexpr std::string_view names[] = {"given", "from the mapping", "sure", "guessed", "from the batch", "from the reference"};
    return names[static_cast<std::size_t>(source)];
}

bool changes_numbers(ImportQuestion question) {
    return question != ImportQuestion::begin && question != ImportQuestion::end && question != ImportQuestion::max_positions;
}

std::string objection(ImportQuestion question, const std::string& value) {
    const std::string_view values = text_of(question).values;
    if (question == ImportQuestion::eps) {
        const auto eps = decimal_in(value);
        return eps && *eps >= 0 && *eps < largest_eps ? "" : "it must be a number from 0 to below 1, such as 1e-5";
    }
    if (is_of_token(question) && value == "none") return "";
    if (values.find('|') != std::string_view::npos && !is_of_token(question)) {
        const auto words = split_at_bars(values);
        const bool table = question == ImportQuestion::positions && value == "table";
        if (table || std::find(words.begin(), words.end(), value) != words.end()) return "";
        std::string list(values);
        std::replace(list.begin(), list.end(), '|', ' ');
        return "it must be one of: " + list;
    }
    const auto number = number_in_text<std::int32_t>(value);
    if (number && *number >= least(question)) return "";
    return "it must be a whole number from " + std::to_string(least(question)) + " on" + (is_of_token(question) ? ", or none" : "");
}

std::vector<std::string> candidates(ImportQuestion question, Size width) {
    switch (question) {
        case ImportQuestion::heads:
            return divisors(width);
        case ImportQuestion::eps:
            return {"1e-5", "1e-6", "1e-12", "1e-3", "1e-8", "1e-9", "0"};
        case ImportQuestion::position_offset:
            return {"0", "1", "2"};
        case ImportQuestion::max_positions:
        case ImportQuestion::pad_src:
        case ImportQuestion::pad_tgt:
        case ImportQuestion::begin:
        case ImportQuestion::end:
            return {};
        default:
            return split_at_bars(text_of(question).values);
    }
}

std::string value_of(const ImportAnswers& answers, ImportQuestion question) {
    const auto found = answers.find(question);
    return found == answers.end() ? "" : found->second.value;
}

bool answers_with(const ImportAnswers& answers, ImportQuestion question, std::string_view value) {
    return value_of(answers, question) == value;
}

Size number_of(const ImportAnswers& answers, ImportQuestion question, Size otherwise) {
    if (is_of_token(question) && answers_with(answers, question, "none")) return no_token;
    const auto number = number_in_text<std::int64_t>(value_of(answers, question));
    return number ? *number : otherwise;
}

void apply(const ImportAnswers& answers, Configuration& c) {
    c.nhead = number_of(answers, ImportQuestion::heads, c.nhead);
    const std::string activation = value_of(answers, ImportQuestion::activation);
    if (activation == "relu") c.activation = ActivationKind::relu;
    if (activation == "gelu") c.activation = ActivationKind::gelu;
    if (activation == "silu") c.activation = ActivationKind::silu;
    if (answers_with(answers, ImportQuestion::norm, "post")) c.norm_placement = NormPlacement::after;
    if (answers_with(answers, ImportQuestion::norm, "pre")) c.norm_placement = NormPlacement::before;
    if (answers_with(answers, ImportQuestion::layer_norm, "torch")) c.layer_norm = LayerNormKind::torch;
    if (answers_with(answers, ImportQuestion::layer_norm, "annotated")) c.layer_norm = LayerNormKind::annotated;
    if (const auto eps = decimal_in(value_of(answers, ImportQuestion::eps))) c.layer_norm_eps = *eps;
    if (answers.count(ImportQuestion::scale_embedding))
        c.scale_embedding = answers_with(answers, ImportQuestion::scale_embedding, "yes");
    if (answers.count(ImportQuestion::positions)) {
        c.positions =
            answers_with(answers, ImportQuestion::positions, "sinusoidal") ? PositionKind::sinusoidal : PositionKind::learned;
    }
    c.pad_src = static_cast<std::int32_t>(number_of(answers, ImportQuestion::pad_src, c.pad_src));
    c.pad_tgt = static_cast<std::int32_t>(number_of(answers, ImportQuestion::pad_tgt, c.pad_tgt));
    c.bos = static_cast<std::int32_t>(number_of(answers, ImportQuestion::begin, c.bos));
    c.eos = static_cast<std::int32_t>(number_of(answers, ImportQuestion::end, c.eos));
}

}  // namespace vitrine
