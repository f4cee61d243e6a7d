/// The list of held-out sentences: what the model said, what was right, and which words it confuses.

#include <array>

#include <fmt/format.h>

#include "app/edit/editing.h"
#include "app/panel/typed_text.h"
#include "app/state/learning.h"
#include "app/state/window_commands.h"
#include "app/views/train/errors.h"
#include "app/views/train/progress_parts.h"
#include "app/views/train/words.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/text_field.h"

namespace vitrine {

namespace {

constexpr std::size_t most_rows = 40;

void draw_error_choices(Ui& ui, Column& column, const ErrorsView& view, const State& state, Commands& commands) {
    const std::array<Segment, 2> orders{{{"errors/by-loss", "by loss", "the highest loss first"},
                                         {"errors/by-place", "by first wrong token", "sentences with an early wrong token first"}}};
    const std::array<Segment, 1> wrong{{{"errors/only-wrong", "only wrong", "hide sentences without a wrong token"}}};
    const float choices = segmented_width(ui, orders) + 12 + segmented_width(ui, wrong);
    const bool beside = column.width() - choices >= 180;
    const Rect line = column.row(metrics::control, 8);
    const Rect field{line.min, {beside ? line.max.x - choices - 16 : line.max.x, line.max.y}};
    const TextFieldOutput output = text_field(ui, field,
                                              {.name = error_search_anchor,
                                               .text = view.search.text,
                                               .caret = view.search.caret,
                                               .anchor = view.search.anchor,
                                               .placeholder = "Find tokens",
                                               .typing = state.focus == error_search_anchor});
    if (output.clicked) commands.push_back(SetFocus{error_search_anchor});
    if (const auto pointed = pointed_text(ui, view.search, output)) commands.push_back(SetErrorSearch{*pointed});
    const Rect row = beside ? Rect{{field.max.x + 16, line.min.y + 2}, line.max} : column.row(24, 8);
    if (const auto clicked = segmented(ui, row.min, orders, static_cast<int>(view.order), ui.theme.dim))
        commands.push_back(SetErrorOrder{static_cast<ErrorOrder>(*clicked)});
    const ImVec2 corner{row.min.x + segmented_width(ui, orders) + 12, row.min.y};
    if (segmented(ui, corner, wrong, view.only_wrong ? 0 : -1, ui.theme.dim)) commands.push_back(SetOnlyWrong{!view.only_wrong});
}

/// "son for sa 5×", what was said for what is right: the words that are confused most; a click finds them.
void draw_confusions(Ui& ui, Column& column, const ErrorsView& view, Commands& commands) {
    constexpr std::size_t most = 6;
    if (view.confusions.empty()) return;
    Flow flow(column, chip_height, 8);
    for (std::size_t i = 0; i < std::min(most, view.confusions.size()); ++i) {
        const Confusion& confusion = view.confusions[i];
        const Vocabulary& words = view.task->target_vocabulary;
        const std::string text =
            fmt::format("{} for {} {}×", words.word(confusion.said), words.word(confusion.truth), confusion.count);
        const float width = std::min(chip_width(ui, text), column.width());
        const ImVec2 corner = flow.next(width);
        const Rect area = chip(ui, corner, text, {.width = width});
        const Interaction does = ui.control(fmt::format("errors/confusion/{}", i), area);
        if (does.hovered)
            ui.note({text, "predicted token for correct token, over all evaluated sentences; click to find them"}, area);
        if (does.clicked)
            commands.push_back(SetErrorSearch{typed_text(words.word(confusion.said) + ' ' + words.word(confusion.truth))});
    }
    column.gap(10);
}

/// Words one after another, those of `wrong` in the colour of errors; what has no room is left out, and "…" says so.
void draw_words(Ui& ui, const Rect& line, Colour colour, const Sentence& sentence, const Vocabulary& vocabulary,
                const Sentence* truth) {
    float x = line.min.x;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
        const std::string word = vocabulary.word(sentence[i]);
        const bool wrong = truth && (*truth)[i] != sentence[i];
        const Font font = wrong ? Font::body_strong : Font::body;
        if (x + ui.width_of(font, word) > line.max.x - 14) {
            ui.text({x, line.centre().y}, Font::body, ui.theme.faint, "…", {.vertical = VerticalAlign::middle});
            return;
        }
        x = ui.text({x, line.centre().y}, font, wrong ? ui.theme.error : colour, word, {.vertical = VerticalAlign::middle}).max.x +
            6;
    }
}

void draw_judged(Ui& ui, Column& column, const JudgedSentence& judged, const ErrorsView& view, const State& state,
                 Commands& commands) {
    constexpr float line = 19, label = 48, number = 64;
    const Rect row = column.row(3 * line + 12, 2);
    const Interaction does = ui.control(fmt::format("errors/sentence/{}", judged.example), row);
    if (!ui.sees(row)) return;
    if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    const Example& example = view.task->held_out[judged.example];
    struct Line {
        const char* label;
        const Sentence& words;
        const Vocabulary& vocabulary;
        const Sentence* truth;
        Colour colour;
    };
    const Line lines[] = {
        {given_caption(view.task->architecture), example.source, view.task->source_vocabulary, nullptr, ui.theme.dim},
        {"truth", judged.truth, view.task->target_vocabulary, nullptr, ui.theme.text},
        {"model", judged.said, view.task->target_vocabulary, &judged.truth, ui.theme.text}};
    float y = row.min.y + 6;
    for (const Line& drawn : lines) {
        const Rect area{{row.min.x + 8 + label, y}, {row.max.x - number, y + line}};
        ui.text({row.min.x + 8, area.centre().y}, Font::label, ui.theme.faint, drawn.label, {.vertical = VerticalAlign::middle});
        draw_words(ui, area, drawn.colour, drawn.words, drawn.vocabulary, drawn.truth);
        y += line;
    }
    ui.text({row.max.x - 8, row.min.y + 6 + line / 2}, Font::mono, judged.wrong ? ui.theme.error : ui.theme.good,
            plain_number(judged.loss), {.align = Align::right, .vertical = VerticalAlign::middle});
    ui.text({row.max.x - 8, row.min.y + 6 + line * 1.5f}, Font::label, ui.theme.faint,
            judged.wrong ? fmt::format("{} wrong", judged.wrong) : "right",
            {.align = Align::right, .vertical = VerticalAlign::middle});
    if (const std::string why = edit_refusal(state); does.hovered && !why.empty()) {
        ui.note({fmt::format("held-out sentence {}", judged.example + 1), why}, row);
    }
    if (does.clicked) commands.push_back(LookAtExample{judged.example});
}

}  // namespace

void draw_errors(Ui& ui, Column& column, const State& state, Commands& commands) {
    const ErrorsView& view = state.of<ErrorsView>();
    const auto& started = state.of<TrainingView>().started;
    if (!view.task || view.judged.empty() || !state.of<Learning>().shown || !started || started->task != view.task->name) return;
    column.gap(12);
    const Rect title = column.row(progress_title_height, 10);
    ui.place("errors/title", title);
    draw_progress_title(ui, title, "Errors",
                        errors_are_current(state) ? errors_remark(view) : "from before; evaluated again when paused");
    column.paragraph(Font::note, ui.theme.faint, "Click a sentence to show it alone in every view; Undo brings the others back.",
                     8);
    draw_error_choices(ui, column, view, state, commands);
    draw_confusions(ui, column, view, commands);
    const std::vector<const JudgedSentence*> list = listed_errors(view);
    if (list.empty())
        column.paragraph(Font::note, ui.theme.dim,
                         view.search.text.empty() ? "All sentences are right." : "No sentence has these tokens.", 6);
    for (std::size_t i = 0; i < std::min(most_rows, list.size()); ++i) draw_judged(ui, column, *list[i], view, state, commands);
    if (list.size() > most_rows)
        column.paragraph(Font::note, ui.theme.dim, fmt::format("and {} more; search to find them", list.size() - most_rows), 6);
}

}  // namespace vitrine
