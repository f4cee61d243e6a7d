#include "app/frame/batch/batch.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/altered_list.h"
#include "app/edit/commands.h"
#include "app/edit/sentence_typing.h"
#include "app/frame/batch/parts.h"
#include "app/panel/fold.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "core/io/model_text.h"

namespace vitrine {

namespace {

constexpr float title_height = 32, worded_height = 52, caption_height = 20, row_gap = 8, selector_height = 32;

/// Whether the labels of the shown sentence are the target of a held-out pair in the model's card.
bool has_held_out_target(const State& state, const Batch& batch) {
    const Model& model = *state.run->model;
    if (!model.card || !model.card->held_out || model.card->held_out->translations.empty() || batch.labels.empty()) return false;
    const Configuration& c = model.configuration;
    const Size sentence = shown_sentence(state);
    const std::int32_t* first = batch.labels.data() + sentence * batch.target_length();
    const Sentence labels(first, first + sentence_length(batch, c, BatchSide::target, sentence));
    const std::string text = written(labels, target_text(model, state.run->request.folder));
    return std::ranges::count(model.card->held_out->translations, text, &CardTranslation::target) > 0;
}

/// Whether the shown sentence has other labels than when the model was opened.
bool takes_other_words(const State& state, const Batch& batch) {
    const Batch& given = state.run->model->batch;
    const Size sentence = shown_sentence(state);
    if (&batch == &given || sentence >= given.sentences() || given.labels.empty() || batch.labels.empty()) return false;
    const auto word = [&](const IndexTensor& labels, Size place) {
        return place < labels.layout().shape[1] ? labels.at({sentence, place}) : padding_of(*state.run, BatchSide::target);
    };
    for (Size place = 0; place < std::max(batch.labels.layout().shape[1], given.labels.layout().shape[1]); ++place) {
        if (word(batch.labels, place) != word(given.labels, place)) return true;
    }
    return false;
}

/// Source, decoder input and labels; for one attention alone, the tokens that name its vectors. A generated target follows from
/// the source, so there is no other decoder input then.
std::vector<TokenRow> token_rows(const State& state) {
    const Batch& batch = wanted_batch(state);
    if (!state.run->is_transformer())
        return {{"queries", BatchSide::target, batch.tgt}, {"keys and values", BatchSide::source, batch.src}};
    const Configuration& c = state.run->model->configuration;
    std::vector<TokenRow> rows;
    if (c.has_encoder()) rows.push_back({c.has_decoder() ? "source" : "tokens", BatchSide::source, batch.src});
    if (c.has_decoder() && (state.view != View::generate || !c.has_encoder()))
        rows.push_back({c.has_encoder() ? "target in" : "tokens", BatchSide::target, batch.tgt});
    // A click on a generated token makes its sentence the target. Then the labels are what the model said, not correct answers.
    const bool chosen = state.view == View::generate && takes_other_words(state, batch) && !has_held_out_target(state, batch);
    const char* labels = chosen ? "tokens chosen" : c.classes > 0 ? "class" : "labels";
    if (!batch.labels.empty())
        rows.push_back({labels, c.has_decoder() ? BatchSide::target : BatchSide::source, batch.labels, true});
    return rows;
}

/// The remark below the labels of a sentence whose source was changed since; otherwise empty.
std::string labels_remark(const State& state) {
    const Model& model = *state.run->model;
    const Batch& batch = wanted_batch(state);
    if (&batch == &model.batch || !has_labels_of_another_source(batch, shown_sentence(state), model.batch, model.configuration))
        return "";
    return labels_of_another_source;
}

/// Whether the tokens of a row are shown: labels may be folded away, unless they are what was chosen in Generate.
bool shows_tokens(const TokenRow& row, const State& state) {
    return !row.answers || state.view == View::generate || is_open(state, folded_labels);
}

/// The caption of a row; that of labels folds them away. Returns whether the tokens of the row are shown.
bool draw_caption(Ui& ui, Column& column, const TokenRow& row, const State& state, Commands& commands) {
    if (!row.answers || state.view == View::generate) {
        column.line(caption_height, Font::label, ui.theme.dim, row.caption);
        return true;
    }
    const FoldTitle title{.part = folded_labels, .title = row.caption, .font = Font::label, .height = caption_height - 4};
    return draw_fold_title(ui, column, title, 4, state, commands);
}

float note_height(const Ui& ui, const std::string& note, float width) {
    return 15 * static_cast<float>(wrapped(ui.fonts, Font::label, note, width).size()) + 6;
}

/// The height of the notes about input that was ignored, replaced or made up.
float notes_height(const Ui& ui, const Run& run, float width) {
    float height = 0;
    for (const std::string& note : run.model->notes) height += note_height(ui, note, width);
    return height;
}

Rect content_of(const Rect& area) {
    return {{area.min.x + metrics::margin, area.min.y + 12}, {area.max.x - metrics::margin, area.max.y}};
}

/// One of the buttons at the right end of the title or, if it has words, below the title.
struct TitleButton {
    const char* anchor;
    Icon icon;
    const char* word;
    std::string tip;
    bool enabled;
    Command command;
};

std::string history_tip(const char* verb, const std::string& what, const char* keys) {
    return what.empty() ? fmt::format("nothing to {} ({})", verb, keys) : fmt::format("{}: {} ({})", verb, what, keys);
}

TitleButton original_button(const State& state) {
    const std::optional<Edits> original = on_original_sentences(state);
    const char* tip = original ? "back to the sentences that the model was opened with"
                               : "these are the sentences that the model was opened with";
    return {"batch/original",     Icon::restore,
            "original",           tip,
            original.has_value(), SetEdits{original.value_or(state.edits), "bring the original sentences back"}};
}

/// From left to right: undo and redo; then, if there are sentences to edit, type one, back to the original ones, remove one, and
/// add one.
std::vector<TitleButton> title_buttons(const State& state) {
    const Size sentence = shown_sentence(state), count = wanted_batch(state).sentences();
    const std::string undone = undo_words(state), redone = redo_words(state);
    const std::string remove = count > 1 ? fmt::format("remove sentence {}", sentence + 1) : "the only sentence cannot be removed";
    std::vector<TitleButton> buttons{
        {"batch/undo", Icon::undo, "undo", history_tip("undo", undone, "Ctrl+Z"), !undone.empty(), Undo{}},
        {"batch/redo", Icon::redo, "redo", history_tip("redo", redone, "Ctrl+Y"), !redone.empty(), Redo{}}};
    if (!state.run->is_transformer()) return buttons;
    if (sentence_refusal(state).empty())
        buttons.push_back({"batch/type", Icon::pencil, "type", "type or paste a whole sentence", true, SetFocus{sentence_field}});
    buttons.push_back(original_button(state));
    buttons.push_back({"batch/remove-sentence", Icon::bin, "remove", remove, count > 1, EditBatch{EraseSentence{sentence}}});
    buttons.push_back({"batch/copy-sentence", Icon::copy, "add",
                       fmt::format("add a copy of sentence {} for you to change", sentence + 1), true,
                       EditBatch{CopySentence{sentence}}});
    return buttons;
}

constexpr std::size_t in_title = 2;  // undo and redo; the other buttons are below the title
constexpr float button_side = 24, button_gap = 2, icon_room = 20, word_end = 6;

float title_button_width(const Ui& ui, const TitleButton& one, bool worded) {
    return worded ? icon_room + ui.width_of(Font::label, one.word) + word_end : button_side;
}

float buttons_width(const Ui& ui, std::span<const TitleButton> buttons, bool worded) {
    float width = -button_gap;
    for (const TitleButton& one : buttons) width += title_button_width(ui, one, worded) + button_gap;
    return width;
}

/// The height of everything below the title.
float height_below_title(const Ui& ui, float width, const State& state) {
    const Rect content = content_of(rect_at({0, 0}, width, 0));
    float y = wanted_batch(state).sentences() > 1 ? selector_height : 0;
    y += alterations_height(ui, content.width(), state) + sentence_field_height(ui, content.width(), state);
    for (const TokenRow& row : token_rows(state)) {
        if (!shows_tokens(row, state)) {
            y += caption_height;
            continue;
        }
        y = tokens_bottom(ui, {{content.min.x, y + caption_height}, {content.max.x, y}}, row, state) + row_gap;
    }
    if (const std::string remark = labels_remark(state); !remark.empty()) y += note_height(ui, remark, content.width());
    return y + notes_height(ui, *state.run, content.width());
}

/// Whether there is room for buttons with words, which take two lines: across and, without scrolling in half a column, down.
bool has_words(const Ui& ui, float width, const State& state) {
    if (!can_edit(state) || !state.run->is_transformer()) return false;
    const auto buttons = title_buttons(state);
    const std::span<const TitleButton> all(buttons);
    const Rect content = content_of(rect_at({0, 0}, width, 0));
    const float title = ui.width_of(Font::section, "BATCH") + 10;
    constexpr float bars = 130, edges = 24;
    return title + buttons_width(ui, all.first(in_title), true) <= content.width() &&
           buttons_width(ui, all.subspan(in_title), true) <= content.width() + icon_room / 2 &&
           edges + worded_height + height_below_title(ui, width, state) <= (ui.size().y - bars) / 2;
}

bool title_button(Ui& ui, const TitleButton& one, const Rect& area) {
    const Interaction does = one.enabled ? ui.control(one.anchor, area) : ui.place(one.anchor, area);
    if (one.enabled && does.hovered) ui.fill(area, ui.theme.raised, metrics::radius);
    const Colour colour = !one.enabled ? ui.theme.faint : does.hovered ? ui.theme.text : ui.theme.dim;
    draw_icon(ui, {area.min.x + icon_room / 2, area.centre().y}, one.icon, colour);
    ui.text({area.min.x + icon_room, area.centre().y}, Font::label, colour, one.word, {.vertical = VerticalAlign::middle});
    if (does.hovered) ui.note({one.tip});
    return one.enabled && does.clicked;
}

void draw_buttons(Ui& ui, ImVec2 corner, std::span<const TitleButton> buttons, bool worded, Commands& commands) {
    for (const TitleButton& one : buttons) {
        const Rect area = rect_at(corner, title_button_width(ui, one, worded), button_side);
        const bool clicked = worded ? title_button(ui, one, area)
                                    : button(ui, one.anchor, area,
                                             {.icon = one.icon, .look = ButtonLook::ghost, .tip = one.tip, .enabled = one.enabled});
        if (clicked) commands.push_back(one.command);
        corner.x = area.max.x + button_gap;
    }
}

/// The title is left out where the buttons take its place. `worded`: see has_words().
void draw_title(Ui& ui, Column& column, bool worded, const State& state, Commands& commands) {
    const bool of_a = shows_a(state), edits = can_edit(state);
    const Rect line = column.row(20, worded ? 0 : title_height - 20);
    const auto buttons = edits ? title_buttons(state) : std::vector<TitleButton>();
    const std::span<const TitleButton> all(buttons);
    const auto above = worded ? all.first(in_title) : all;
    constexpr float beyond = 5;  // so that the last icon ends at the end of the line
    const float left = line.max.x + beyond - buttons_width(ui, above, worded);
    if (!edits || line.min.x + ui.width_of(Font::section, "BATCH") < left) section_title(ui, line, "BATCH", of_a ? "of run A" : "");
    if (of_a && ui.place("batch/kept", line).hovered) ui.note({edit_refusal(state)});
    if (!edits) return;
    draw_buttons(ui, {left, line.centre().y - button_side / 2}, above, worded, commands);
    if (!worded) return;
    if (all.size() == in_title) return;
    const Rect below = column.row(worded_height - 20);
    draw_buttons(ui, {below.min.x - icon_room / 2 + 5, below.min.y + 3}, all.subspan(in_title), true, commands);
}

}  // namespace

float batch_height(const Ui& ui, float width, const State& state) {
    if (!state.run) return 0;
    const float title = has_words(ui, width, state) ? worded_height : title_height;
    return content_of({}).min.y + title + height_below_title(ui, width, state) + 8;
}

void draw_batch(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    const Rect panel{area.min, {area.max.x, area.max.y - 1}};
    Column column = begin_column(ui, "batch", panel, state, metrics::margin, 12);
    draw_title(ui, column, has_words(ui, area.width(), state), state, commands);
    draw_alterations(ui, column, state, commands);  // at the top, so that it is in sight however much follows
    if (const Size count = wanted_batch(state).sentences(); count > 1) {
        const Choice choice{.prefix = "sentence",
                            .count = static_cast<int>(count),
                            .selected = static_cast<int>(shown_sentence(state)),
                            .width = column.width(),
                            .colour = ui.theme.accent};
        if (const auto clicked = choose_number(ui, column.row(selector_height).min, choice))
            commands.push_back(SelectSentence{*clicked});
    }
    draw_sentence_field(ui, column, state, commands);
    for (const TokenRow& row : token_rows(state)) {
        if (!draw_caption(ui, column, row, state, commands)) continue;
        column.y = draw_tokens(ui, column.row(0), row, state, commands) + row_gap;
    }
    if (const std::string remark = labels_remark(state); !remark.empty()) column.paragraph(Font::label, ui.theme.accent, remark, 6);
    for (const std::string& note : state.run->model->notes) column.paragraph(Font::label, ui.theme.faint, note, 6);
    end_column(column, "batch", commands, 4);
    ui.fill({{area.min.x, area.max.y - 1}, area.max}, ui.theme.line);
}

}  // namespace vitrine
