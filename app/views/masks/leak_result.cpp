/// Draws the result of the leak test: the output rows that changed, and among them those that must not change.

#include <fmt/format.h>

#include "app/state/learning.h"
#include "app/views/masks/leak_words.h"
#include "app/views/masks/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void draw_tested_row(Ui& ui, const Rect& line, const TestedRows& rows, Size position) {
    const RowMovement& row = rows.at(position);
    const Interaction does = ui.place(fmt::format("{}/{}", rows.anchor, position), line);
    const float middle = line.centre().y;
    const Colour colour = row.leaks() ? ui.theme.error : row.may_move ? ui.theme.dim : ui.theme.good;
    const Icon icon = row.leaks() ? Icon::cross : row.may_move ? Icon::minus : Icon::check;
    draw_icon(ui, {line.min.x + 7, middle}, icon, colour);
    const std::string moved = movement_words(row);
    const float width = ui.width_of(Font::note, moved);
    const std::string word = rows.word(position);
    ui.text({line.min.x + 22, middle}, Font::note, ui.theme.text, word,
            {.max_width = line.width() - width - 34, .vertical = VerticalAlign::middle});
    ui.text({line.max.x, middle}, row.leaks() ? Font::note_strong : Font::note, row.leaks() ? ui.theme.error : ui.theme.dim, moved,
            {.align = Align::right, .vertical = VerticalAlign::middle});
    if (!does.hovered) return;
    ui.note({fmt::format("{} at {}, position {}", rows.what, quoted(word), position), moved, verdict_words(row)});
}

/// Draws the rows that may change, or those that must not.
void draw_group(Ui& ui, Column& column, const TestedRows& rows, bool may_move) {
    constexpr Size most = 8;
    constexpr float height = 22;
    const MovementCount count = rows.own();
    const Size all = may_move ? count.rows - count.barred : count.barred;
    if (all == 0) return;
    const std::string title = may_move ? "MAY DEPEND ON IT" : "MUST NOT DEPEND ON IT";
    column.title(title, fmt::format("{} {}{}", all, rows.what, all == 1 ? "" : "s"), 6);
    Size shown = 0, folded_moved = 0;
    for (Size i = 0; i < rows.length; ++i) {
        if (rows.at(i).may_move != may_move) continue;
        if (shown < most) {
            draw_tested_row(ui, column.row(height), rows, i);
        } else {
            folded_moved += rows.at(i).moved;
        }
        ++shown;
    }
    if (shown > most) {
        const Rect line = column.row(height);
        ui.text({line.min.x + 22, line.min.y + 4}, Font::note, ui.theme.dim,
                fmt::format("and {} more: {} changed", shown - most, folded_moved), {.max_width = line.width() - 22});
    }
    column.gap(12);
}

/// Draws the verdict.
void draw_headline(Ui& ui, Column& column, const LeakFindings& found) {
    const LeakHeadline headline = leak_headline(found);
    const Colour colour = headline.verdict == LeakVerdict::leaks  ? ui.theme.error
                          : headline.verdict == LeakVerdict::none ? ui.theme.good
                                                                  : ui.theme.text;
    column.paragraph(Font::body_strong, colour, headline.text, 14);
}

/// Draws a line for each kind of rows beyond the changed sentence and side.
void draw_beyond(Ui& ui, Column& column, const LeakFindings& found) {
    for (const auto& [text, holds] : beyond_lines(found)) {
        draw_icon(ui, {column.left + 7, column.y + 8}, holds ? Icon::check : Icon::cross, holds ? ui.theme.good : ui.theme.error);
        Column words = column.from(column.left + 22);
        words.paragraph(Font::note, holds ? ui.theme.dim : ui.theme.error, text, 6);
        column.y = words.y;
    }
    column.gap(8);
}

}  // namespace

void draw_leak_result(Ui& ui, Column& column, const State& state) {
    const auto question = leak_question(state);
    if (!question) return;
    const float top = column.y;
    const LeakTest* test = leak_answer(state);
    if (!test || test->outputs.empty()) {
        const char* text = test                           ? "There is not enough memory for this test."
                           : state.of<Learning>().playing ? "The test runs once the training is paused."
                           : awaits_test_token(state) ? "Click a token to start the test. It computes this large run once more, "
                                                        "and keeps all of its scores and weights meanwhile."
                                                      : "Testing …";
        column.paragraph(Font::body_strong, ui.theme.dim, text);
        ui.place("masks/test/result", column.since(top));
        return column.gap(16);
    }
    const LeakFindings found = make_leak_findings(*state.run, *test, *question);
    draw_headline(ui, column, found);
    draw_group(ui, column, found.outputs, false);
    if (found.of_source()) draw_group(ui, column, found.memory, false);
    draw_group(ui, column, found.outputs, true);
    if (found.of_source()) draw_group(ui, column, found.memory, true);
    draw_beyond(ui, column, found);
    column.paragraph(Font::note, ui.theme.dim, leak_explanation(found), 12);
    ui.place("masks/test/result", column.since(top));
}

}  // namespace vitrine
