/// Draws the left column of the glossary: a search, and the terms it finds.

#include <algorithm>

#include <fmt/format.h>

#include "app/panel/typed_text.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/commands.h"
#include "app/views/glossary/view.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_field.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

constexpr float term_row = 26;

void draw_lookup(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TextEdit& search = state.of<GlossaryView>().search;
    constexpr float cross = 24;
    const bool clears = !search.text.empty();
    const Rect field{area.min, {area.max.x - (clears ? cross + 4 : 0), area.max.y}};
    const TextFieldOutput output = text_field(ui, field,
                                              {.name = glossary_search_anchor,
                                               .text = search.text,
                                               .caret = search.caret,
                                               .anchor = search.anchor,
                                               .placeholder = "Look up a term",
                                               .remark = "/",
                                               .typing = state.focus == glossary_search_anchor});
    if (output.clicked) commands.push_back(SetFocus{glossary_search_anchor});
    if (const auto pointed = pointed_text(ui, search, output)) commands.push_back(SetGlossarySearch{*pointed});
    if (!clears) return;
    const Rect away = rect_at({area.max.x - cross, area.centre().y - cross / 2}, cross, cross);
    if (button(ui, "glossary/search/clear", away, {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "show all terms"}))
        commands.push_back(SetGlossarySearch{});
}

/// "3.2.1", shown at the end of a term's line.
std::string_view section_number(const Term& term) {
    const std::size_t space = term.section.rfind(' ');
    return space == std::string_view::npos ? "" : term.section.substr(space + 1);
}

void draw_term(Ui& ui, const Rect& row, const Term& term, const State& state, Commands& commands) {
    const bool shown = &term == &shown_term(state);
    const Interaction does = ui.control(term_anchor(term), row);
    if (does.clicked) commands.push_back(ChooseTerm{std::string(term.name)});
    if (!ui.sees(row)) return;
    const Rect line{{row.min.x - 12, row.min.y}, {row.max.x + 8, row.max.y}};
    if (shown || does.hovered) ui.fill(line, ui.theme.raised, metrics::radius);
    if (shown) ui.fill(rect_at(line.min, 3, row.height()), ui.theme.accent, 1);
    const float middle = row.centre().y;
    const Rect section = ui.text({row.max.x, middle}, Font::mono_tiny, ui.theme.faint, section_number(term),
                                 {.align = Align::right, .vertical = VerticalAlign::middle});
    ui.text({row.min.x, middle}, shown ? Font::body_strong : Font::body, shown || does.hovered ? ui.theme.text : ui.theme.dim,
            term.name, {.max_width = section.min.x - row.min.x - 8, .vertical = VerticalAlign::middle});
    if (does.hovered && !shown) ui.note(term_note(term));
}

}  // namespace

void draw_terms(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.place("glossary-list", area);
    const float left = area.min.x + metrics::margin, right = area.max.x - metrics::margin;
    draw_lookup(ui, {{left - 8, area.min.y + 14}, {right + 8, area.min.y + 14 + metrics::control}}, state, commands);
    const std::string& search = state.of<GlossaryView>().search.text;
    const auto found = found_terms(search);
    const float top = area.min.y + 14 + metrics::control + 12;
    section_title(ui, {{left, top}, {right, top + 16}}, "TERMS",
                  search.empty() ? std::to_string(found.size()) : fmt::format("{} found", found.size()));
    float y = begin_scroll(ui, "glossary/list", {{area.min.x, top + 24}, area.max}, state);
    if (found.empty()) {
        constexpr std::size_t shown = 40;
        std::size_t cut = std::min(search.size(), shown);
        while (cut < search.size() && continues_character(search[cut])) ++cut;
        const std::string_view ellipsis = cut < search.size() ? "…" : "";
        const std::string words = fmt::format("No term has “{}{}” in its name or its text.", search.substr(0, cut), ellipsis);
        y = ui.paragraph({left, y + 6}, Font::body, ui.theme.dim, words, {.width = right - left}).max.y;
    }
    for (const Term* term : found) {
        draw_term(ui, {{left, y}, {right, y + term_row}}, *term, state, commands);
        y += term_row;
    }
    end_scroll(ui, "glossary/list", y + 12, commands);
}

}  // namespace vitrine
