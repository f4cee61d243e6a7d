#include "app/edit/sentence_typing.h"
#include "app/frame/batch/parts.h"
#include "app/panel/typed_text.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_field.h"

namespace vitrine {

namespace {

constexpr float field_gap = 8;

bool is_typing(const State& state) {
    return state.focus == sentence_field && state.menu.empty() && sentence_refusal(state).empty();
}

/// What is wrong with the typed text; empty: nothing is.
std::string problem_of(const State& state) {
    const SentenceTyping& typing = state.of<SentenceTyping>();
    const UnknownWord* word = first_unknown(typing);
    return word ? unknown_text(state, *word) + "." : typing.problem;
}

/// The words that may have been meant by an unknown one. A click takes one.
void draw_near(Ui& ui, Column& column, const UnknownWord& word, const State& state, Commands& commands) {
    Flow flow(column, chip_height, chip_gap);
    for (const std::string& near : word.near) {
        const Rect box = rect_at(flow.next(chip_width(ui, near)), chip_width(ui, near), chip_height);
        const Interaction does = ui.control("batch/near/" + near, box);
        chip(ui, box.min, near, {.hovered = does.hovered});
        if (does.clicked) commands.push_back(SetSentenceText{with_word(state.of<SentenceTyping>().text, word, near)});
    }
    column.gap(field_gap);
}

}  // namespace

float sentence_field_height(const Ui& ui, float width, const State& state) {
    if (!is_typing(state)) return 0;
    const std::string problem = problem_of(state);
    float height = metrics::control + field_gap;
    if (!problem.empty()) height += paragraph_height(ui.fonts, Font::label, problem, {.width = width}) + field_gap;
    if (first_unknown(state.of<SentenceTyping>())) height += chip_height + field_gap;
    return height;
}

void draw_sentence_field(Ui& ui, Column& column, const State& state, Commands& commands) {
    if (!is_typing(state)) return;
    const SentenceTyping& typing = state.of<SentenceTyping>();
    const TextFieldInput input{.name = sentence_field,
                               .text = typing.text.text,
                               .caret = typing.text.caret,
                               .anchor = typing.text.anchor,
                               .placeholder = "a whole sentence",
                               .typing = true,
                               .font = Font::body};
    const TextFieldOutput does = text_field(ui, column.row(metrics::control, field_gap), input);
    if (const auto pointed = pointed_text(ui, typing.text, does)) commands.push_back(SetSentenceText{*pointed});
    if (const std::string problem = problem_of(state); !problem.empty())
        ui.place("batch/unknown", column.paragraph(Font::label, ui.theme.error, problem, field_gap));
    if (const UnknownWord* word = first_unknown(typing)) draw_near(ui, column, *word, state, commands);
}

}  // namespace vitrine
