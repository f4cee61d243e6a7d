#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "app/panels/inspector_parts.h"
#include "app/state/altering.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/term_table.h"

namespace vitrine {

namespace {

constexpr float padding = 12;
constexpr std::size_t shown_terms = 6;

/// A number taken apart, with the order in which its terms are listed.
struct Anatomised {
    const State& state;
    Explanation explanation;
    std::vector<std::size_t> order;
    std::size_t shown = 0;
    double largest = -std::numeric_limits<double>::infinity();  ///< of the terms that run over a row
};

const TensorInfo& info_of(const State& state, std::string_view path) { return *state.run->info(std::string(path)); }

/// A cell's number as it is written elsewhere, ids as ids.
std::string factor_text(const State& state, const CellFactor& factor) {
    if (factor.path.empty()) return signed_number(factor.value, ElementType::scalar);
    return signed_number(factor.value, state.run->find(std::string(factor.path)).type);
}

/// "“suis”" where the term runs over tokens or words, else "i=3".
std::string term_label(const State& state, const ExplanationTerm& term) {
    if (term.place < 0 || term.axis < 0 || term.factors.front().path.empty()) return term.label;
    const TensorInfo& info = info_of(state, term.factors.front().path);
    const auto words = axis_labels(*state.run, info, term.axis, state.selection.sentence);
    const auto place = static_cast<std::size_t>(term.factors.front().index[static_cast<std::size_t>(term.axis)]);
    return place < words.size() && !words[place].empty() ? "“" + words[place] + "”" : term.label;
}

/// Whether a term is the one that this cell's own share comes from.
bool is_own(const Explanation& explanation, const ExplanationTerm& term, int rank) {
    if (explanation.kind != DependenceKind::softmax || term.place < 0) return false;
    return term.place == explanation.index[static_cast<std::size_t>(rank - 1)];
}

TermLine line_of(const Ui& ui, const Anatomised& number, std::size_t place) {
    const ExplanationTerm& term = number.explanation.terms[place];
    const int rank = number.state.run->find(number.explanation.path).layout.rank;
    TermLine line{.label = term_label(number.state, term), .factors = {}};
    line.strong = is_own(number.explanation, term, rank);
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
        const CellFactor& factor = term.factors[i];
        const bool constant = factor.path.empty(),
                   recorded = !constant && number.state.run->trace.find(std::string(factor.path)).present();
        const Colour colour = recorded   ? colour_of(info_of(number.state, factor.path).role, ui.theme)
                              : constant ? ui.theme.dim
                                         : ui.theme.text;  // a parameter belongs to no stream
        line.factors.push_back(
            {factor_text(number.state, factor), colour, constant ? "" : fmt::format("anatomy/term/{}/{}", place, i)});
    }
    if (term.factors.size() > 1) line.value = signed_number(term.value, ElementType::scalar);
    if (number.explanation.kind == DependenceKind::softmax && term.place >= 0) {
        line.sign = "→ exp";
        line.value = plain_number(std::isinf(number.largest) ? 0 : std::exp(term.value - number.largest));
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

/// Whether the number holds what was set by hand rather than what its terms make.
bool is_set_by_hand(const Anatomised& number) {
    const Explanation& explanation = number.explanation;
    if (alteration_of(*number.state.run, explanation.path) != Alteration::by_hand) return false;
    double size = std::abs(explanation.value);
    for (const ExplanationTerm& term : explanation.terms) size += std::abs(term.value);
    return std::abs(explanation.result - explanation.value) > 1e-5 * size;
}

/// The buttons that lead back and forward through the cells one has looked at.
void draw_trail(Ui& ui, const Rect& line, const Desk& desk) {
    constexpr float side = 22;
    const Trail& trail = desk.state.trail;
    const Rect forward = rect_at({line.max.x - side, line.centre().y - side / 2}, side, side);
    const Rect back = rect_at({forward.min.x - side - 4, forward.min.y}, side, side);
    if (button(
            ui, "anatomy/back", back,
            {.icon = Icon::previous, .look = ButtonLook::ghost, .tip = "the number before (Alt+←)", .enabled = trail.has_back()})) {
        desk.commands.push_back(GoBack{});
    }
    if (button(ui, "anatomy/forward", forward,
               {.icon = Icon::next, .look = ButtonLook::ghost, .tip = "forward again (Alt+→)", .enabled = trail.has_forward()})) {
        desk.commands.push_back(GoForward{});
    }
}

/// The terms that are not listed, in one line; a click lists them, or folds them again.
float draw_fold(Ui& ui, const Rect& line, const Anatomised& number, const Desk& desk) {
    const std::size_t all = number.order.size();
    if (all <= shown_terms) return line.min.y;
    double rest = 0;
    for (std::size_t i = shown_terms; i < all; ++i) rest += number.explanation.terms[number.order[i]].value;
    const bool folded = number.shown < all, sums = number.explanation.kind == DependenceKind::sum;
    const std::string words = folded ? fmt::format("and {} smaller", all - shown_terms) : "show the largest only";
    const Interaction does = ui.control("anatomy/fold", line);
    const Colour colour = does.hovered ? ui.theme.text : ui.theme.dim;
    draw_icon(ui, {line.min.x + 5, line.centre().y}, folded ? Icon::chevron_right : Icon::chevron_down, colour);
    ui.text({line.min.x + 16, line.centre().y}, Font::note, colour, words, {.vertical = VerticalAlign::middle});
    if (folded && sums) {
        ui.text({line.max.x, line.centre().y}, Font::mono, colour, signed_number(rest, ElementType::scalar),
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    if (does.clicked) desk.commands.push_back(ShowEveryTerm{folded});
    return line.max.y;
}

/// What is noted down between the terms and the result, and the result.
float draw_result(Ui& ui, const Column& column, float y, const Anatomised& number) {
    const Explanation& explanation = number.explanation;
    ui.fill({{column.left, y + 5}, {column.right, y + 6}}, ui.theme.line);
    y += 12;
    const auto line = [&](const std::string& label, const std::string& value, bool result) {
        const Rect row{{column.left, y}, {column.right, y + figure_line_height}};
        figure_line(ui, row, {label, value, result ? ui.theme.accent : ui.theme.text, result ? Font::mono_strong : Font::mono});
        y += figure_line_height;
    };
    for (const Waypoint& waypoint : explanation.waypoints) {
        line(waypoint.label, signed_number(waypoint.value, ElementType::scalar), false);
    }
    const ElementType type = number.state.run->find(explanation.path).type;
    const bool by_hand = is_set_by_hand(number);
    const char* plain = explanation.kind == DependenceKind::sum && explanation.terms.size() > 1 ? "sum" : "=";
    line(explanation.scale == 1 ? plain : scale_text(explanation.scale), signed_number(explanation.result, type), !by_hand);
    if (by_hand) line("set by hand to", signed_number(explanation.value, type), true);
    return y;
}

float draw_terms(Ui& ui, const Column& inner, float y, const Anatomised& number, const Desk& desk) {
    std::vector<TermLine> lines;
    for (std::size_t i = 0; i < number.shown; ++i) lines.push_back(line_of(ui, number, number.order[i]));
    const TermTableOutput table = term_table(ui, {{inner.left, y}, {inner.right, y}}, lines);
    const auto factor_at = [&](const TermTableOutput::Place& place) -> const CellFactor& {
        return number.explanation.terms[number.order[place.line]].factors[place.factor];
    };
    if (table.hovered) {
        const CellFactor& factor = factor_at(*table.hovered);
        ui.note(cell_note(desk.state, info_of(desk.state, factor.path), factor.index));
    }
    if (table.clicked) {
        const CellFactor& factor = factor_at(*table.clicked);
        desk.commands.push_back(SelectCell{std::string(factor.path), factor.index});
    }
    y = draw_fold(ui, {{inner.left, table.bottom}, {inner.right, table.bottom + figure_line_height}}, number, desk);
    return draw_result(ui, inner, y, number);
}

/// What is said of a number that nothing computes.
std::string origin_words(const State& state, const TensorInfo& info) {
    if (!state.run->outline().find(info.path)) return "A parameter: nothing computes it, it was learned or drawn at random.";
    if (info.role == Role::tokens) return "It comes with the sentences: nothing computes it.";
    return "Drawn at random: which numbers dropout leaves out.";
}

}  // namespace

float draw_anatomy(Ui& ui, const Column& column, float y, const Desk& desk) {
    const State& state = desk.state;
    if (!state.selection.cell) return y;
    const Rect title = rect_at({column.left, y}, column.width(), 16);
    section_title(ui, title, "WHERE IT COMES FROM");
    draw_trail(ui, title, desk);
    y += 26;
    Anatomised number{state, state.run->anatomy->explain(state.selection.tensor, *state.selection.cell), {}};
    if (number.explanation.terms.empty()) {
        const std::string words = origin_words(state, *selected_tensor(state));
        y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()}).max.y + part_gap;
        return draw_uses(ui, column, y, desk);
    }
    number.order = largest_first(number.explanation);
    for (const ExplanationTerm& term : number.explanation.terms) {
        if (term.place >= 0) number.largest = std::max(number.largest, term.value);
    }
    number.shown = state.every_term ? number.order.size() : std::min(shown_terms, number.order.size());

    const Column inner{column.left + padding, column.right - padding};
    const auto formula = wrapped(ui.fonts, Font::mono, number.explanation.formula, inner.width());
    const bool folds = number.order.size() > shown_terms;
    const std::size_t results = is_set_by_hand(number) ? 2 : 1;
    const std::size_t lines = number.shown + (folds ? 1 : 0) + number.explanation.waypoints.size() + results;
    const float height = 14 + 18 * static_cast<float>(formula.size()) + 6 + figure_line_height * static_cast<float>(lines) + 12 + 8;
    const Rect card = rect_at({column.left, y}, column.width(), height);
    ui.fill(card, ui.theme.raised, metrics::radius_large);
    ui.place("anatomy", card);
    float line = y + 9;
    for (const auto& part : formula) ui.text({inner.left, line}, Font::mono, ui.theme.text, part), line += 18;
    draw_terms(ui, inner, line + 6, number, desk);
    return draw_uses(ui, column, y + height + part_gap, desk);
}

}  // namespace vitrine
