#include "app/frame/batch/batch.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/altered_list.h"
#include "app/edit/commands.h"
#include "app/frame/batch/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float title_height = 32, caption_height = 20, row_gap = 8, selector_height = 32;

/// Source, decoder input and labels. A generated target follows from the source: there is no other decoder input then.
std::vector<TokenRow> token_rows(const State& state) {
    const Batch& batch = wanted_batch(state);
    std::vector<TokenRow> rows{{"source", BatchSide::source, batch.src}};
    if (state.view != View::generate) rows.push_back({"target in", BatchSide::target, batch.tgt});
    if (!batch.labels.empty()) rows.push_back({"labels", BatchSide::target, batch.labels, true});
    return rows;
}

/// Below the labels of a sentence whose source was changed since; else empty.
std::string labels_remark(const State& state) {
    const Model& model = *state.run->model;
    const Batch& batch = wanted_batch(state);
    if (&batch == &model.batch || !has_labels_of_another_source(batch, shown_sentence(state), model.batch, model.configuration))
        return "";
    return "The source was changed: these are still the target and labels of the one before.";
}

float note_height(const Ui& ui, const std::string& note, float width) {
    return 15 * static_cast<float>(wrapped(ui.fonts, Font::label, note, width).size()) + 6;
}

/// What was not taken as it stood, or made up.
float notes_height(const Ui& ui, const Run& run, float width) {
    float height = 0;
    for (const std::string& note : run.model->notes) height += note_height(ui, note, width);
    return height;
}

Rect content_of(const Rect& area) {
    return {{area.min.x + metrics::margin, area.min.y + 12}, {area.max.x - metrics::margin, area.max.y}};
}

/// One of the buttons at the right end of the title.
struct TitleButton {
    const char* anchor;
    Icon icon;
    std::string tip;
    bool enabled;
    Command command;
};

std::string history_tip(const char* verb, const std::string& what, const char* keys) {
    return what.empty() ? fmt::format("nothing to {} ({})", verb, keys) : fmt::format("{}: {} ({})", verb, what, keys);
}

TitleButton original_button(const State& state) {
    const std::optional<Edits> original = on_original_sentences(state);
    const char* tip =
        original ? "back to the sentences the model was opened on" : "these are the sentences the model was opened on";
    return {"batch/original", Icon::first, tip, original.has_value(),
            SetEdits{original.value_or(state.edits), "bring the original sentences back"}};
}

/// From left to right: the original sentences, undo and redo, removing and adding a sentence.
std::array<TitleButton, 5> title_buttons(const State& state) {
    const Size sentence = shown_sentence(state), count = wanted_batch(state).sentences();
    const std::string undone = undo_words(state), redone = redo_words(state);
    const std::string remove = count > 1 ? fmt::format("remove sentence {}", sentence + 1) : "the only sentence stays";
    return {{original_button(state),
             {"batch/undo", Icon::undo, history_tip("undo", undone, "Ctrl+Z"), !undone.empty(), Undo{}},
             {"batch/redo", Icon::redo, history_tip("redo", redone, "Ctrl+Y"), !redone.empty(), Redo{}},
             {"batch/remove-sentence", Icon::minus, remove, count > 1, EditBatch{EraseSentence{sentence}}},
             {"batch/copy-sentence", Icon::plus, fmt::format("add a copy of sentence {}, to be changed", sentence + 1), true,
              EditBatch{CopySentence{sentence}}}}};
}

void draw_title(Ui& ui, const Rect& line, const State& state, Commands& commands) {
    const bool of_a = shows_a(state);
    section_title(ui, line, "BATCH", of_a ? "of run A" : "");
    if (of_a && ui.place("batch/kept", line).hovered) ui.note({edit_refusal(state)});
    if (!can_edit(state)) return;
    constexpr float side = 24, step = side + 2, beyond = 5;  // so that the last icon ends where the line does
    const auto buttons = title_buttons(state);
    float left = line.max.x + beyond - step * static_cast<float>(buttons.size()) + 2;
    for (const TitleButton& one : buttons) {
        const Rect area = rect_at({left, line.centre().y - side / 2}, side, side);
        if (button(ui, one.anchor, area, {.icon = one.icon, .look = ButtonLook::ghost, .tip = one.tip, .enabled = one.enabled}))
            commands.push_back(one.command);
        left += step;
    }
}

}  // namespace

float batch_height(const Ui& ui, float width, const State& state) {
    if (!state.run) return 0;
    const Rect content = content_of(rect_at({0, 0}, width, 0));
    float y = content.min.y + title_height + (wanted_batch(state).sentences() > 1 ? selector_height : 0);
    y += alterations_height(ui, content.width(), state);
    for (const TokenRow& row : token_rows(state))
        y = tokens_bottom(ui, {{content.min.x, y + caption_height}, {content.max.x, y}}, row, state) + row_gap;
    const std::string remark = labels_remark(state);
    if (!remark.empty()) y += note_height(ui, remark, content.width());
    return y + notes_height(ui, *state.run, content.width()) + 8;
}

void draw_batch(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const Rect panel{area.min, {area.max.x, area.max.y - 1}};
    Column column = begin_column(ui, "batch", panel, state, metrics::margin, 12);
    draw_title(ui, column.row(20, title_height - 20), state, commands);
    draw_alterations(ui, column, state, commands);  // at the top, where it is in sight however much follows
    if (const Size count = wanted_batch(state).sentences(); count > 1) {
        const Choice choice{.prefix = "sentence",
                            .count = static_cast<int>(count),
                            .selected = static_cast<int>(shown_sentence(state)),
                            .width = column.width(),
                            .colour = ui.theme.accent};
        if (const auto clicked = choose_number(ui, column.row(selector_height).min, choice))
            commands.push_back(SelectSentence{*clicked});
    }
    for (const TokenRow& row : token_rows(state)) {
        column.line(caption_height, Font::label, ui.theme.dim, row.caption);
        column.y = draw_tokens(ui, column.row(0), row, state, commands) + row_gap;
    }
    if (const std::string remark = labels_remark(state); !remark.empty()) column.paragraph(Font::label, ui.theme.accent, remark, 6);
    for (const std::string& note : state.run->model->notes) column.paragraph(Font::label, ui.theme.faint, note, 6);
    end_column(column, "batch", commands, 4);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
}

}  // namespace vitrine
