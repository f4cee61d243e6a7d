/// The lines that explain a number: its terms, a line for the folded terms, the intermediate values, and the result.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/frame/inspector/term_words.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/term_table.h"

namespace vitrine {

namespace {

/// A number whose terms are shown in the inspector.
struct TermsScene {
    const Anatomised& number;
    const InspectorScene& scene;
};

/// Whether a term of a softmax is the score at the cell itself.
bool is_own(const Explanation& explanation, const ExplanationTerm& term, int rank) {
    if (explanation.kind != DependenceKind::softmax || term.place < 0) return false;
    return term.place == explanation.index[static_cast<std::size_t>(rank - 1)];
}

/// The colour of a factor's tensor. Parameters and the options of a selection have the colour of text, other constants the dim
/// one.
Colour factor_colour(const Ui& ui, const Anatomised& number, const CellFactor& factor) {
    if (factor.path.empty()) return number.explanation.kind == DependenceKind::select ? ui.theme.text : ui.theme.dim;
    if (factor.gradient) return factor.value < 0 ? ui.theme.gradient_minus : ui.theme.gradient_plus;
    const bool recorded = number.state.run->trace.find(std::string(factor.path)).present();
    return recorded ? colour_of(number.state.run->info(std::string(factor.path))->role, ui.theme) : ui.theme.text;
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
        // As in the lines below: a softmax first subtracts the largest score; the loss only needs that if exp is not finite.
        const bool subtracted = number.explanation.path != "token_loss" || !std::isfinite(std::exp(number.largest));
        line.sign = subtracted ? "− max → exp" : "→ exp";
        const double exponent = subtracted ? term.value - number.largest : term.value;
        line.value = plain_number(std::isinf(number.largest) ? 0 : std::exp(exponent));
    }
    return line;
}

/// A line that stands for folded terms, or that folds them again; a click does it.
struct FoldLine {
    std::string name, words, sum{};
    bool folded = true;
};

void draw_fold(Ui& ui, const Rect& line, const FoldLine& fold, const InspectorScene& scene) {
    const Interaction does = ui.control(fold.name, line);
    const Colour colour = does.hovered ? ui.theme.text : ui.theme.dim;
    if (!scene.printed)
        draw_icon(ui, {line.min.x + 5, line.centre().y}, fold.folded ? Icon::chevron_right : Icon::chevron_down, colour);
    const float right = ui.text({line.max.x, line.centre().y}, Font::mono, colour, fold.sum,
                                {.align = Align::right, .vertical = VerticalAlign::middle})
                            .min.x;
    ui.text({line.min.x + (scene.printed ? 0.0f : 16.0f), line.centre().y}, Font::note, colour, fold.words,
            {.max_width = right - line.min.x - (scene.printed ? 8.0f : 24.0f), .vertical = VerticalAlign::middle});
    if (does.clicked) scene.commands.push_back(ShowEveryTerm{fold.folded});
}

std::vector<FoldLine> folds_of(const Anatomised& number) {
    const TermListing& listing = number.listing;
    std::vector<FoldLine> lines;
    if (!listing.smaller.empty()) {
        FoldLine line{number.control("fold"), fmt::format("and {} smaller", listing.smaller.size())};
        if (number.explanation.kind == DependenceKind::sum && listing.smaller.size() > 1) line.words += ", together";
        if (number.explanation.kind == DependenceKind::sum)
            line.sum = result_text(number, sum_of(number.explanation, listing.smaller));
        lines.push_back(line);
    }
    if (!listing.zeros.empty()) lines.push_back({number.control("zeros"), zeros_words(listing)});
    if (lines.empty() && listing.folds) {
        const bool many = listing.listed.size() > most_listed_terms + 1;
        lines.push_back({number.control("fold"), many ? "show only the largest" : "hide terms that are 0", {}, false});
    }
    return lines;
}

/// A factor of a gradient leads to a gradient, one of a value to a value.
void go_to(const CellFactor& factor, const InspectorScene& scene) {
    lead_to(scene, SelectCell{std::string(factor.path), factor.index});
    if (scene.state.aspect != Aspect::both) scene.commands.push_back(SetAspect{factor.gradient ? Aspect::gradient : Aspect::value});
}

/// Some of the terms in a table of their own; a click on a factor leads to its cell.
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
        ui.note(cell_note(to.state, *to.state.run->info(std::string(factor.path)), factor.index));
    }
    if (table.clicked) go_to(factor_at(*table.clicked), to);
}

/// Makes a line that multiplies by a cell lead to that cell.
void draw_way_to_common(Ui& ui, const Rect& line, const CellFactor& factor, const std::string& name, const InspectorScene& scene) {
    const Interaction does = ui.control(name, line);
    if (does.hovered) ui.note(cell_note(scene.state, *scene.state.run->info(std::string(factor.path)), factor.index));
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
