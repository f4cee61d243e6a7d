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
    return factor.path.empty() ? signed_number(factor.value, ElementType::scalar) : number_of(state, factor.path, factor.value);
}

/// "“suis”" where the term runs over tokens or words, "token “suis”" where it is one, else "i=3".
std::string term_label(const Anatomised& number, std::size_t place) {
    const State& state = number.state;
    const ExplanationTerm& term = number.explanation.terms[place];
    const CellFactor& first = term.factors.front();
    if (is_unused(number.explanation, place)) return term.label + (place == 1 ? ", hidden" : ", not used");
    if (first.path.empty()) return term.label;
    const TensorInfo& info = info_of(state, first.path);
    if (term.place >= 0 && term.axis >= 0) {
        const Size along = first.index[static_cast<std::size_t>(term.axis)];
        const std::string word = axis_labels(*state.run, info, term.axis, state.selection.sentence)[along];
        return word.empty() ? term.label : quoted(word);
    }
    if (state.run->find(std::string(first.path)).type != ElementType::index) return term.label;
    const auto& words = token_words(*state.run, info);
    const auto id = static_cast<std::size_t>(first.value);
    return id < words.size() ? term.label + " " + quoted(words[id]) : term.label;
}

/// Whether a term of a softmax is the score at the cell itself.
bool is_own(const Explanation& explanation, const ExplanationTerm& term, int rank) {
    if (explanation.kind != DependenceKind::softmax || term.place < 0) return false;
    return term.place == explanation.index[static_cast<std::size_t>(rank - 1)];
}

/// The colour of a factor's tensor; parameters and the choices of a selection have the text's, other constants the dim colour.
Colour factor_colour(const Ui& ui, const Anatomised& number, const CellFactor& factor) {
    if (factor.path.empty()) return number.explanation.kind == DependenceKind::select ? ui.theme.text : ui.theme.dim;
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
                                constant ? "" : fmt::format("anatomy/term/{}/{}", place, i)});
    }
    if (term.factors.size() > 1) line.value = signed_number(term.value, ElementType::scalar);
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
    return by_hand_words(*number.state.run, number.explanation.path, number.explanation.index);
}

/// A line for terms that are folded, or for folding them again; a click does it.
struct FoldLine {
    std::string name, words;
    std::optional<double> sum{};
    bool folded = true;
};

void draw_fold(Ui& ui, const Rect& line, const FoldLine& fold, const InspectorScene& scene) {
    const Interaction does = ui.control(fold.name, line);
    const Colour colour = does.hovered ? ui.theme.text : ui.theme.dim;
    draw_icon(ui, {line.min.x + 5, line.centre().y}, fold.folded ? Icon::chevron_right : Icon::chevron_down, colour);
    const float right =
        fold.sum ? ui.text({line.max.x, line.centre().y}, Font::mono, colour, signed_number(*fold.sum, ElementType::scalar),
                           {.align = Align::right, .vertical = VerticalAlign::middle})
                       .min.x
                 : line.max.x;
    ui.text({line.min.x + 16, line.centre().y}, Font::note, colour, fold.words,
            {.max_width = right - line.min.x - 24, .vertical = VerticalAlign::middle});
    if (does.clicked) scene.commands.push_back(ShowEveryTerm{fold.folded});
}

std::vector<FoldLine> folds_of(const Anatomised& number) {
    const TermListing& listing = number.listing;
    std::vector<FoldLine> lines;
    if (!listing.smaller.empty()) {
        FoldLine line{"anatomy/fold", fmt::format("and {} smaller", listing.smaller.size())};
        if (number.explanation.kind == DependenceKind::sum) line.sum = sum_of(number.explanation, listing.smaller);
        lines.push_back(line);
    }
    if (!listing.zeros.empty()) lines.push_back({"anatomy/zeros", zeros_words(listing)});
    if (lines.empty() && listing.folds) {
        const bool many = listing.listed.size() > most_listed_terms + 1;
        lines.push_back({"anatomy/fold", many ? "show the largest only" : "leave out what is 0", {}, false});
    }
    return lines;
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
    }
}

/// What is noted down between the terms and the result, and the result.
void draw_result(Ui& ui, Column& column, const Anatomised& number) {
    const Explanation& explanation = number.explanation;
    draw_result_rule(column);
    const auto line = [&](const std::string& label, const std::string& value, bool result) {
        figure_line(ui, column.row(figure_line_height),
                    {label, value, result ? ui.theme.accent : ui.theme.text, result ? Font::mono_strong : Font::mono});
    };
    for (std::size_t i = 0; i < explanation.intermediate_values.size(); ++i) {
        const IntermediateValue& intermediate = explanation.intermediate_values[i];
        const bool exponential = explanation.kind == DependenceKind::softmax && i > 0;  // behind the maximum
        line(intermediate.label,
             exponential ? plain_number(intermediate.value) : signed_number(intermediate.value, ElementType::scalar), false);
    }
    const auto written = [&](double value) { return number_of(number.state, explanation.path, value); };
    const std::string by_hand = difference_words(number);
    const char* plain = explanation.kind == DependenceKind::sum && explanation.terms.size() > 1 ? "sum" : "=";
    line(explanation.scale == 1 ? plain : scale_text(explanation.scale), written(explanation.result), by_hand.empty());
    if (!by_hand.empty()) line(by_hand, written(explanation.value), true);
}

}  // namespace

void draw_result_rule(Column& inner) {
    inner.gap(5);
    inner.rule(above_result - 6);
}

float terms_height(const Anatomised& number) {
    const TermListing& listing = number.listing;
    const std::size_t lines = listing.listed.size() + folds_of(number).size() + listing.apart.size();
    const std::size_t results = number.explanation.intermediate_values.size() + (difference_words(number).empty() ? 1 : 2);
    return figure_line_height * static_cast<float>(lines + results) + above_result;
}

void draw_terms(Ui& ui, Column& inner, const Anatomised& number, const InspectorScene& scene) {
    const TermsScene terms{number, scene};
    draw_lines(ui, inner, number.listing.listed, terms);
    for (const FoldLine& fold : folds_of(number)) draw_fold(ui, inner.row(figure_line_height), fold, scene);
    draw_lines(ui, inner, number.listing.apart, terms);
    draw_result(ui, inner, number);
}

}  // namespace vitrine
