/// Why another program's trace differs.

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/state/selection_commands.h"
#include "app/views/compare/commands.h"
#include "app/views/compare/holding.h"
#include "app/views/compare/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void draw_cause(Ui& ui, Column& column, const ToldCause& cause, const std::string& anchor, Commands& commands) {
    const float top = column.y;
    Column inner = column.from(column.left + 12);
    inner.paragraph(Font::body, ui.theme.text, cause.sentence);
    column.y = inner.y;
    const Rect area = column.since(top);
    const Interaction does = ui.control(anchor, area);
    ui.fill({{area.min.x, area.min.y + 4}, {area.min.x + 3, area.max.y - 4}}, ui.theme.accent, 1);
    if (does.hovered) ui.note({cause.explains, "the first tensor that this mistake changes; click to show it"});
    if (does.clicked) commands.push_back(SelectTensor{cause.explains});
    column.gap(12);
}

void draw_search(Ui& ui, Column& column, const HeldTrace& held, Commands& commands) {
    const Rect row = column.row(26, 12);
    constexpr float width = 70;
    const Rect stop = rect_at({row.max.x - width, row.min.y}, width, row.height());
    ui.text({row.min.x, row.centre().y}, Font::note, ui.theme.dim, fmt::format("Trying mistakes: {} so far …", held.tried),
            {.max_width = stop.min.x - 8 - row.min.x, .vertical = VerticalAlign::middle});
    ui.place("compare/search", row);
    if (button(ui, "compare/stop", stop, {.label = "Stop", .tip = "stop looking for the cause"})) commands.push_back(StopSearch{});
}

/// In place of causes; empty: there is something to tell.
std::string no_search_words(const State& state) {
    const HeldTrace& held = state.of<HeldTrace>();
    if (!holds_against_reference(state))
        return "B has been changed since the trace was compared with it. The causes below belong to the run before that; Undo "
               "brings it back.";
    return search_refusal(*held.reference);
}

}  // namespace

void draw_causes(Ui& ui, Column& column, const State& state, Commands& commands) {
    const HeldTrace& held = state.of<HeldTrace>();
    const RunDifference* difference = comparison_of(state);
    if (!difference || !first_difference(*difference)) return;
    column.title("CAUSE", {}, 8);
    const float top = column.y;
    if (const std::string words = no_search_words(state); !words.empty()) {
        column.paragraph(Font::note, ui.theme.dim, words, 16);
    } else if (!held.told) {
        draw_search(ui, column, held, commands);
    } else {
        for (std::size_t i = 0; i < held.told->causes.size(); ++i)
            draw_cause(ui, column, held.told->causes[i], fmt::format("compare/cause/{}", i), commands);
        if (!held.told->unexplained.empty()) column.paragraph(Font::note, ui.theme.dim, held.told->unexplained, 12);
        if (held.told->stopped) column.paragraph(Font::note, ui.theme.dim, "The search was stopped; there may be more causes.", 12);
    }
    ui.place("compare/causes", column.since(top));
}

namespace {

std::vector<std::string_view> words_of(std::string_view formula) {
    std::vector<std::string_view> words;
    while (!formula.empty()) {
        const std::size_t end = std::min(formula.find(' '), formula.size());
        words.push_back(formula.substr(0, end));
        formula.remove_prefix(std::min(end + 1, formula.size()));
    }
    return words;
}

/// How many words two formulas have in common from their beginning, and from their end behind that.
std::pair<std::size_t, std::size_t> common_words(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t first = 0, last = 0;
    while (first < most && a[first] == b[first]) ++first;
    while (last < most - first && a[a.size() - 1 - last] == b[b.size() - 1 - last]) ++last;
    return {first, last};
}

/// A formula in as many lines as it needs. Its words that the other one does not have are strong.
void draw_formula_line(Ui& ui, Column& column, const char* side, const std::string& formula, const std::string& other) {
    constexpr float indent = 26, line = 20;
    const std::vector<std::string_view> words = words_of(formula), of_other = words_of(other);
    const auto [first, last] = common_words(words, of_other);
    const float space = ui.width_of(Font::mono, " ");
    float x = column.left + indent, y = column.y;
    ui.text({column.left, y}, Font::body_strong, ui.theme.accent, side);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool differs = i >= first && i + last < words.size();
        const float width = ui.width_of(Font::mono, words[i]);
        if (x + width > column.right && x > column.left + indent) x = column.left + indent, y += line;
        ui.text({x, y}, differs ? Font::mono_strong : Font::mono, differs ? ui.theme.text : ui.theme.dim, words[i]);
        if (differs) ui.fill(rect_at({x, y + 17}, width, 2), ui.theme.accent);
        x += width + space;
    }
    column.y = y + line + 2;
}

}  // namespace

void draw_cause_formula(Ui& ui, Column& column, const State& state) {
    const HeldTrace& held = state.of<HeldTrace>();
    if (!held.told || !holds_against_reference(state)) return;
    const auto cause = std::ranges::find(held.told->causes, state.selection.tensor, &ToldCause::explains);
    if (cause == held.told->causes.end()) return;
    const float top = column.y;
    draw_formula_line(ui, column, "A", cause->found, cause->right);
    draw_formula_line(ui, column, "B", cause->right, cause->found);
    ui.place("compare/formula", column.since(top));
    column.gap(12);
}

}  // namespace vitrine
