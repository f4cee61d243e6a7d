/// The lines a number is made of: its terms, a line for the folded terms, the intermediate values, and the result.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/term_table.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

/// A number that is taken apart, in the inspector.
struct TermsScene {
    const Anatomised& number;
    const InspectorScene& scene;
};

const TensorInfo& info_of(const State& state, std::string_view path) { return *state.run->info(std::string(path)); }

/// A number of a tensor as it is written beside words: shares and losses without a sign, ids as ids.
std::string number_of(const State& state, std::string_view path, double value) {
    const ElementType type = state.run->find(std::string(path)).type;
    return is_plain(info_of(state, path), type) ? plain_number(value) : signed_number(value, type);
}

std::string factor_text(const State& state, const CellFactor& factor) {
    if (factor.gradient) return gradient_text(factor.value);
    const bool is_cell = !factor.path.empty() && factor.made.empty(), is_sign = factor.path.empty() && std::abs(factor.value) == 1;
    if (is_sign) return factor.value < 0 ? "−1" : "1";
    return is_cell ? number_of(state, factor.path, factor.value) : signed_number(factor.value, ElementType::scalar);
}

/// A term, a sum of terms, or the result.
std::string result_text(const Anatomised& number, double value) {
    return number.is_gradient ? gradient_text(value) : signed_number(value, ElementType::scalar);
}

/// The word in which a term that runs along an axis lies: "“suis”", "“suis”, sentence 2" where it runs over sentences, too.
std::string running_word(const State& state, const ExplanationTerm& term, bool over_sentences) {
    const CellFactor& first = term.factors.front();
    const TensorInfo& info = info_of(state, first.path);
    const int batch = state.run->find(info.path).layout.find(Axis::batch);
    const Size sentence = batch < 0 ? state.selection.sentence : first.index[static_cast<std::size_t>(batch)];
    const std::string word = axis_labels(*state.run, info, term.axis, sentence)[first.index[static_cast<std::size_t>(term.axis)]];
    if (word.empty() || !over_sentences || batch < 0) return word.empty() ? "" : quoted(word);
    return fmt::format("{}: {}", sentence + 1, quoted(word));
}

/// "“suis”" where the term runs over tokens or words, "token “suis”" where it is one, else "i=3".
std::string place_label(const Anatomised& number, std::size_t place) {
    const State& state = number.state;
    const ExplanationTerm& term = number.explanation.terms[place];
    const CellFactor& first = term.factors.front();
    if (is_unused(number.explanation, place)) return term.label + (place == 1 ? ", hidden" : ", not used");
    if (first.path.empty()) return term.label;
    const TensorInfo& info = info_of(state, first.path);
    if (term.place >= 0 && term.axis >= 0) {
        const bool over_sentences =
            state.run->find(number.explanation.path).layout.find(Axis::batch) < 0 && sentence_count(*state.run) > 1;
        const std::string word = running_word(state, term, over_sentences);
        return word.empty() ? term.label : word;
    }
    if (state.run->find(std::string(first.path)).type != ElementType::index) return term.label;
    const auto& words = token_words(*state.run, info);
    const auto id = static_cast<std::size_t>(first.value);
    return id < words.size() ? term.label + " " + quoted(words[id]) : term.label;
}

/// The same, and of a gradient with several uses the tensor by which it is used, where there is room: "∂Q i=3".
std::string term_label(const Anatomised& number, std::size_t place) {
    const std::string label = place_label(number, place);
    const CellFactor& first = number.explanation.terms[place].factors.front();
    if (!number.is_gradient || !first.gradient) return label;
    constexpr std::size_t shortest = 3;  // Q, K, V
    const std::string symbol = info_of(number.state, first.path).symbol;
    if (label.empty()) return gradient_symbol(symbol);
    return number.uses.size() > 1 && symbol.size() <= shortest ? gradient_symbol(symbol) + " " + label : label;
}

/// Whether a term of a softmax is the score at the cell itself.
bool is_own(const Explanation& explanation, const ExplanationTerm& term, int rank) {
    if (explanation.kind != DependenceKind::softmax || term.place < 0) return false;
    return term.place == explanation.index[static_cast<std::size_t>(rank - 1)];
}

/// The colour of a factor's tensor; parameters and the choices of a selection have the text's, other constants the dim colour.
Colour factor_colour(const Ui& ui, const Anatomised& number, const CellFactor& factor) {
    if (factor.path.empty()) return number.explanation.kind == DependenceKind::select ? ui.theme.text : ui.theme.dim;
    if (factor.gradient) return factor.value < 0 ? ui.theme.gradient_minus : ui.theme.gradient_plus;
    const bool recorded = number.state.run->trace.find(std::string(factor.path)).present();
    return recorded ? colour_of(info_of(number.state, factor.path).role, ui.theme) : ui.theme.text;
}

TermLine line_of(const Ui& ui, const Anatomised& number, std::size_t place) {
    const ExplanationTerm& term = number.explanation.terms[place];
    const int rank = number.state.run->find(number.explanation.path).layout.rank;
    TermLine line{.label = term_label(number, place), .factors = {}};
    line.strong = is_own(number.explanation, term, rank);
    line.unused = is_unused(number.explanation, place);
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
        const CellFactor& factor = term.factors[i];
        const bool constant = factor.path.empty();
        line.factors.push_back({factor_text(number.state, factor), factor_colour(ui, number, factor),
                                constant ? "" : number.control(fmt::format("term/{}/{}", place, i))});
    }
    if (term.factors.size() > 1) line.value = result_text(number, term.value);
    if (number.explanation.kind == DependenceKind::softmax && term.place >= 0) {
        // As the lines below go on: of softmax the largest is subtracted first, of the loss it need not be, while exp is finite.
        const bool subtracted = number.explanation.path != "token_loss" || !std::isfinite(std::exp(number.largest));
        line.sign = subtracted ? "− max → exp" : "→ exp";
        const double exponent = subtracted ? term.value - number.largest : term.value;
        line.value = plain_number(std::isinf(number.largest) ? 0 : std::exp(exponent));
    }
    return line;
}

/// "÷ √2" for 0.7071: a scale is a power of a size.
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
    // Of the cells with gradients only those of a silenced head have another than their terms make.
    if (number.is_gradient && !explanation.path.ends_with(".context")) return "";
    return by_hand_words(*number.state.run, explanation.path, explanation.index);
}

/// A line for terms that are folded, or for folding them again; a click does it.
struct FoldLine {
    std::string name, words, sum{};
    bool folded = true;
};

void draw_fold(Ui& ui, const Rect& line, const FoldLine& fold, const InspectorScene& scene) {
    const Interaction does = ui.control(fold.name, line);
    const Colour colour = does.hovered ? ui.theme.text : ui.theme.dim;
    draw_icon(ui, {line.min.x + 5, line.centre().y}, fold.folded ? Icon::chevron_right : Icon::chevron_down, colour);
    const float right = ui.text({line.max.x, line.centre().y}, Font::mono, colour, fold.sum,
                                {.align = Align::right, .vertical = VerticalAlign::middle})
                            .min.x;
    ui.text({line.min.x + 16, line.centre().y}, Font::note, colour, fold.words,
            {.max_width = right - line.min.x - 24, .vertical = VerticalAlign::middle});
    if (does.clicked) scene.commands.push_back(ShowEveryTerm{fold.folded});
}

std::vector<FoldLine> folds_of(const Anatomised& number) {
    const TermListing& listing = number.listing;
    std::vector<FoldLine> lines;
    if (!listing.smaller.empty()) {
        FoldLine line{number.control("fold"), fmt::format("and {} smaller", listing.smaller.size())};
        if (number.explanation.kind == DependenceKind::sum)
            line.sum = result_text(number, sum_of(number.explanation, listing.smaller));
        lines.push_back(line);
    }
    if (!listing.zeros.empty()) lines.push_back({number.control("zeros"), zeros_words(listing)});
    if (lines.empty() && listing.folds) {
        const bool many = listing.listed.size() > most_listed_terms + 1;
        lines.push_back({number.control("fold"), many ? "show the largest only" : "leave out what is 0", {}, false});
    }
    return lines;
}

/// A gradient leads to a gradient, a value to a value.
void go_to(const CellFactor& factor, const InspectorScene& scene) {
    scene.commands.push_back(SelectCell{std::string(factor.path), factor.index});
    if (scene.state.aspect != Aspect::both) scene.commands.push_back(SetAspect{factor.gradient ? Aspect::gradient : Aspect::value});
}

/// Some of the terms in a table of their own; a factor leads to its cell.
void draw_lines(Ui& ui, Column& inner, const std::vector<std::size_t>& terms, const TermsScene& scene) {
    const Anatomised& number = scene.number;
    const InspectorScene& to = scene.scene;
    std::vector<TermLine> lines;
    for (const std::size_t term : terms) lines.push_back(line_of(ui, number, term));
    const TermTableOutput table = term_table(ui, inner.row(0), lines);
    inner.y = table.bottom;
    const auto factor_at = [&terms, &scene](const TermTableOutput::Place& place) -> const CellFactor& {
        return scene.number.explanation.terms[terms[place.line]].factors[place.factor];
    };
    if (table.hovered) {
        const CellFactor& factor = factor_at(*table.hovered);
        ui.note(cell_note(to.state, info_of(to.state, factor.path), factor.index));
    }
    if (table.clicked) {
        const CellFactor& factor = factor_at(*table.clicked);
        to.commands.push_back(SelectCell{std::string(factor.path), factor.index});
        // A gradient leads to a gradient, a value to a value.
        if (to.state.aspect != Aspect::both) to.commands.push_back(SetAspect{factor.gradient ? Aspect::gradient : Aspect::value});
    }
}

/// A line between the terms and the end of a card.
struct ResultLine {
    std::string label, value;
    std::optional<std::size_t> common{};  ///< the line multiplies by this common factor, to which a click leads
};

/// "× 0.1208, weights".
std::string common_label(const Anatomised& number, const CellFactor& factor) {
    const std::string symbol = info_of(number.state, factor.path).symbol;
    const std::string name = factor.gradient ? gradient_symbol(symbol) : factor.made.empty() ? symbol : std::string(factor.made);
    return fmt::format("× {}, {}", factor_text(number.state, factor), name);
}

/// The sum of a gradient's terms, and what it is multiplied with.
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

/// What is noted down between the terms and the result, and the result.
std::vector<ResultLine> result_lines(const Anatomised& number) {
    const Explanation& explanation = number.explanation;
    const auto written = [&](double value) {
        return number.is_gradient ? gradient_text(value) : number_of(number.state, explanation.path, value);
    };
    std::vector<ResultLine> lines;
    for (std::size_t i = 0; i < explanation.intermediate_values.size(); ++i) {
        const IntermediateValue& intermediate = explanation.intermediate_values[i];
        const bool exponential = explanation.kind == DependenceKind::softmax && i > 0;  // behind the maximum
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

/// A line that multiplies by a cell leads there.
void draw_way_to_common(Ui& ui, const Rect& line, const CellFactor& factor, const std::string& name, const InspectorScene& scene) {
    const Interaction does = ui.control(name, line);
    if (does.hovered) ui.note(cell_note(scene.state, info_of(scene.state, factor.path), factor.index));
    if (does.clicked) go_to(factor, scene);
}

void draw_results(Ui& ui, Column& column, const Anatomised& number, const InspectorScene& scene) {
    draw_result_rule(column);
    const std::vector<ResultLine> lines = result_lines(number);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool last = i + 1 == lines.size();
        const Rect area = column.row(figure_line_height);
        figure_line(
            ui, area,
            {lines[i].label, lines[i].value, last ? ui.theme.accent : ui.theme.text, last ? Font::mono_strong : Font::mono});
        if (lines[i].common) {
            const std::string name = number.control("common/" + std::to_string(*lines[i].common));
            draw_way_to_common(ui, area, number.common[*lines[i].common], name, scene);
        }
    }
}

}  // namespace

void draw_result_rule(Column& inner) {
    inner.gap(5);
    inner.rule(above_result - 6);
}

float terms_height(const Anatomised& number) {
    const TermListing& listing = number.listing;
    const std::size_t lines = listing.listed.size() + folds_of(number).size() + listing.apart.size();
    return figure_line_height * static_cast<float>(lines + result_lines(number).size()) + above_result;
}

void draw_terms(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene) {
    const TermsScene terms{number, scene};
    draw_lines(ui, inner, number.listing.listed, terms);
    for (const FoldLine& fold : folds_of(number)) draw_fold(ui, inner.row(figure_line_height), fold, scene);
    draw_lines(ui, inner, number.listing.apart, terms);
    draw_results(ui, inner, number, scene);
}

}  // namespace vitrine
