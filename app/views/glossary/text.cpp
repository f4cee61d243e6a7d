/// Draws the sentences of a term. Other terms are underlined in them, and a click shows them.

#include <algorithm>

#include "app/state/window_commands.h"
#include "app/views/glossary/commands.h"
#include "app/views/glossary/links.h"
#include "app/views/glossary/parts.h"

namespace vitrine {

namespace {

constexpr Font text_font = Font::body;
constexpr float text_line = 22;

/// A part of a text in bytes; last is excluded.
struct LineSpan {
    std::size_t first = 0, last = 0;
};

/// The text in lines no wider than `width`. Lines are broken at spaces outside of mentions, since each mention is one link.
std::vector<LineSpan> lines_of(const Ui& ui, std::string_view text, const std::vector<Mention>& links, float width) {
    std::vector<LineSpan> lines;
    LineSpan line;  // the part that is known to fit
    for (std::size_t end = 1; end <= text.size(); ++end) {
        const auto holds = [end](const Mention& link) { return link.first < end && end < link.last; };
        if (end < text.size() && (text[end] != ' ' || std::ranges::any_of(links, holds))) continue;
        if (line.last > line.first && ui.width_of(text_font, text.substr(line.first, end - line.first)) > width) {
            lines.push_back(line);
            line.first = line.last + 1;
        }
        line.last = end;
    }
    lines.push_back(line);
    return lines;
}

void draw_link(Ui& ui, const Rect& area, std::string_view words, const Term& term, const State& state, Commands& commands) {
    const std::string anchor = "glossary/link/term/" + std::string(term.name);
    const Interaction does = ui.control(anchor, area);
    ui.text({area.min.x, area.centre().y}, text_font, ui.theme.text, words, {.vertical = VerticalAlign::middle});
    ui.fill(rect_at({area.min.x, area.centre().y + 8}, area.width(), 1), does.hovered ? ui.theme.text : ui.theme.faint);
    if (does.hovered) ui.note(term_note(term), area);
    if (!does.clicked) return;
    commands.push_back(ChooseTerm{std::string(term.name)});
    // The clicked link is gone with its text, so the focus ring moves to the term in the list.
    if (state.focus == anchor) commands.push_back(SetFocus{term_anchor(term)});
}

}  // namespace

void draw_term_text(Ui& ui, Column& column, const Term& term, const State& state, Commands& commands) {
    const std::vector<Mention> links = mentions(term);
    for (const LineSpan& line : lines_of(ui, term.text, links, column.width())) {
        const Rect row = column.row(text_line);
        const auto words = [&](std::size_t first, std::size_t last) { return term.text.substr(first, last - first); };
        const auto x_of = [&](std::size_t place) { return row.min.x + ui.width_of(text_font, words(line.first, place)); };
        const auto write = [&](std::size_t first, std::size_t last) {
            while (first < last && term.text[first] == ' ') ++first;
            if (first < last)
                ui.text({x_of(first), row.centre().y}, text_font, ui.theme.text, words(first, last),
                        {.vertical = VerticalAlign::middle});
        };
        std::size_t place = line.first;
        for (const Mention& link : links) {
            if (link.first < line.first || link.last > line.last) continue;
            write(place, link.first);
            const Rect area{{x_of(link.first), row.min.y}, {x_of(link.last), row.max.y}};
            draw_link(ui, area, words(link.first, link.last), *link.term, state, commands);
            place = link.last;
        }
        write(place, line.last);
    }
}

}  // namespace vitrine
