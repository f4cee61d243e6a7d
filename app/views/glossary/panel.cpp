#include <algorithm>

#include "app/views/glossary/parts.h"
#include "app/views/glossary/state.h"
#include "app/views/glossary/view.h"

namespace vitrine {

namespace {

/// Draws the name of a term, and where it occurs in the paper.
void draw_term_title(Ui& ui, Column& column, const Term& term) {
    column.text(Font::title, ui.theme.text, term.name, 4);
    if (!term.section.empty()) column.text(Font::note, ui.theme.dim, "The paper, " + std::string(term.section));
    column.gap(12);
}

}  // namespace

void draw_glossary(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    constexpr float margin = 24, widest = 860, farthest = 64, part_gap = 20;
    const Term& term = shown_term(state);
    const float width = std::min(area.width() - 2 * margin, widest);
    const float left = area.min.x + std::min((area.width() - width) / 2, farthest);  // near the list, even in a wide window
    Column column{ui, left, left + width, begin_scroll(ui, "glossary", area, state) + margin};
    draw_term_title(ui, column, term);
    draw_term_text(ui, column, term, state, commands);
    column.gap(part_gap);
    draw_term_lessons(ui, column, term, state, commands);
    draw_term_views(ui, column, term, state, commands);
    column.gap(part_gap);
    draw_term_in_run(ui, column, term, state, commands);
    end_scroll(ui, "glossary", column.y + margin, commands);
}

}  // namespace vitrine
