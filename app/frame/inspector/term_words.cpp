#include "app/frame/inspector/term_words.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

const TensorInfo& info_of(const State& state, std::string_view path) { return *state.run->info(std::string(path)); }

/// A tensor's number as it is written beside words: weights, probabilities and losses without a sign, ids as ids.
std::string number_of(const State& state, std::string_view path, double value) {
    const ElementType type = state.run->find(std::string(path)).type;
    return is_plain(info_of(state, path), type) ? plain_number(value) : signed_number(value, type);
}

}  // namespace

std::string factor_text(const State& state, const CellFactor& factor) {
    if (factor.gradient) return gradient_text(factor.value);
    const bool is_cell = !factor.path.empty() && factor.made.empty(), is_sign = factor.path.empty() && std::abs(factor.value) == 1;
    if (is_sign) return factor.value < 0 ? "-1" : "1";
    return is_cell ? number_of(state, factor.path, factor.value) : signed_number(factor.value, ElementType::scalar);
}

std::string result_text(const Anatomised& number, double value) {
    return number.is_gradient ? gradient_text(value) : signed_number(value, ElementType::scalar);
}

namespace {

/// The word of a term that runs along an axis: "“suis”", or "2: “suis”" if it runs over sentences, too.
std::string running_word(const State& state, const ExplanationTerm& term, bool over_sentences) {
    const CellFactor& first = term.factors.front();
    const TensorInfo& info = info_of(state, first.path);
    const int batch = state.run->find(info.path).layout.find(Axis::batch);
    const Size sentence = batch < 0 ? state.selection.sentence : first.index[static_cast<std::size_t>(batch)];
    const std::string word = axis_labels(*state.run, info, term.axis, sentence)[first.index[static_cast<std::size_t>(term.axis)]];
    if (word.empty() || !over_sentences || batch < 0) return word.empty() ? "" : quoted(word);
    return fmt::format("{}: {}", sentence + 1, quoted(word));
}

/// "“suis”" if the term runs over tokens or words, "token “suis”" if it is a single one, otherwise "i=3".
std::string place_label(const Anatomised& number, std::size_t place) {
    const State& state = number.state;
    const ExplanationTerm& term = number.explanation.terms[place];
    const CellFactor& first = term.factors.front();
    if (is_unused(number.explanation, place)) return term.label + (place == 1 ? ", hidden" : ", unused");
    if (first.path.empty()) return term.label;
    const TensorInfo& info = info_of(state, first.path);
    if (term.place >= 0 && term.axis >= 0) {
        const bool over_sentences =
            state.run->find(number.explanation.path).layout.find(Axis::batch) < 0 && sentence_count(*state.run) > 1;
        const std::string word = running_word(state, term, over_sentences);
        return word.empty() ? term.label : word;
    }
    // There is only room for the number that a cell is multiplied by.
    const CellFactor& last = term.factors.back();
    if (last.path.empty() && !last.made.empty()) return last.made;
    if (state.run->find(std::string(first.path)).type != ElementType::index) return term.label;
    const auto& words = token_words(*state.run, info);
    const auto id = static_cast<std::size_t>(first.value);
    return id < words.size() ? term.label + " " + quoted(words[id]) : term.label;
}

}  // namespace

std::string term_label(const Anatomised& number, std::size_t place) {
    const std::string label = place_label(number, place);
    const CellFactor& first = number.explanation.terms[place].factors.front();
    if (!number.is_gradient || !first.gradient) return label;
    constexpr std::size_t shortest = 3;  // Q, K, V
    const std::string symbol = info_of(number.state, first.path).symbol;
    if (label.empty()) return gradient_symbol(symbol);
    return number.uses.size() > 1 && symbol.size() <= shortest ? gradient_symbol(symbol) + " " + label : label;
}

namespace {

/// "÷ √2" for 0.7071: writes a scale as a power of a size.
std::string scale_text(double scale) {
    const auto whole = [](double x) { return std::abs(x - std::round(x)) < 1e-9 * x && x < 1e6; };
    if (whole(1 / scale)) return fmt::format("÷ {:.0f}", 1 / scale);
    if (whole(1 / (scale * scale))) return fmt::format("÷ √{:.0f}", 1 / (scale * scale));
    if (whole(scale * scale)) return fmt::format("× √{:.0f}", scale * scale);
    return fmt::format("× {:.4f}", scale);
}

/// Why the recorded number differs from the result of its terms; empty if it does not.
std::string difference_words(const Anatomised& number) {
    const Explanation& explanation = number.explanation;
    if (number.is_gradient) return "";  // a gradient is what its terms give, even if the value was set by hand
    return by_hand_words(*number.state.run, explanation.path, explanation.index);
}

/// "× 0.1208, weights".
std::string common_label(const Anatomised& number, const CellFactor& factor) {
    const std::string symbol = info_of(number.state, factor.path).symbol;
    const std::string name = factor.gradient ? gradient_symbol(symbol) : factor.made.empty() ? symbol : factor.made;
    return fmt::format("× {}, {}", factor_text(number.state, factor), name);
}

/// The sum of a gradient's terms, and the factors that it is multiplied by.
std::vector<ResultLine> product_lines(const Anatomised& number) {
    double sum = 0;
    for (const ExplanationTerm& term : number.explanation.terms) sum += term.value;
    std::vector<ResultLine> lines{{"sum", gradient_text(sum)}};
    for (std::size_t i = 0; i < number.common.size(); ++i) {
        sum *= number.common[i].value;
        lines.push_back({common_label(number, number.common[i]), gradient_text(sum), i});
    }
    if (number.explanation.scale != 1) lines.push_back({scale_text(number.explanation.scale), {}});
    return lines;
}

}  // namespace

std::vector<ResultLine> result_lines(const Anatomised& number) {
    const Explanation& explanation = number.explanation;
    const auto written = [&](double value) {
        return number.is_gradient ? gradient_text(value) : number_of(number.state, explanation.path, value);
    };
    std::vector<ResultLine> lines;
    for (std::size_t i = 0; i < explanation.intermediate_values.size(); ++i) {
        const IntermediateValue& intermediate = explanation.intermediate_values[i];
        const bool exponential = explanation.kind == DependenceKind::softmax && i > 0;  // those after the maximum
        lines.push_back({intermediate.label,
                         exponential ? plain_number(intermediate.value) : signed_number(intermediate.value, ElementType::scalar)});
    }
    const bool many = explanation.terms.size() > 1, scaled = explanation.scale != 1;
    if (number.is_gradient && many && (scaled || !number.common.empty())) {
        for (ResultLine& line : product_lines(number)) lines.push_back(std::move(line));
    } else {
        lines.push_back({scaled                                            ? scale_text(explanation.scale)
                         : explanation.kind == DependenceKind::sum && many ? "sum"
                                                                           : "=",
                         {}});
    }
    lines.back().value = written(explanation.result);
    const std::string by_hand = difference_words(number);
    if (!by_hand.empty()) lines.push_back({by_hand, written(explanation.value)});
    return lines;
}

}  // namespace vitrine
