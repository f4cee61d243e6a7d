/// How commands change the sentences, and the field in which a word or a number is typed.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/run/cell_values.h"
#include "app/state/window_commands.h"
#include "core/listing/cell_text.h"
#include "core/tensor/error.h"
#include "core/text/completions.h"

namespace vitrine {

bool edit_batch(State& state, const BatchEdit& edit, const EditNote& note) {
    try {
        Edits wanted = state.edits;
        wanted.batch = std::make_shared<const Batch>(with_edit(wanted_batch(state), state.run->model->configuration, edit));
        FittingEdits fit = fitting(*state.run, std::move(wanted));
        do_command(state, SetEdits{std::move(fit.edits), note.what, note.amends});
        state.message.clear();
        if (fit.dropped == 0) return true;
        state.message =
            fit.dropped == 1
                ? "A number set by hand lies outside these sentences and was dropped; Undo restores it."
                : fmt::format("{} numbers set by hand lie outside these sentences and were dropped; Undo restores them.",
                              fit.dropped);
        return true;
    } catch (const Error& error) {
        state.message = error.what();
        return false;
    }
}

namespace {

bool edit_batch(State& state, const BatchEdit& edit) { return edit_batch(state, edit, {.what = words_of(state, edit)}); }

Size length_now(const State& state, const TokenPlace& place) {
    return sentence_length(wanted_batch(state), state.run->model->configuration, place.side, place.sentence);
}

bool has_place(const State& state, const TokenPlace& place, bool behind) {
    if (place.sentence < 0 || place.sentence >= wanted_batch(state).sentences()) return false;
    return place.position >= 0 && place.position < length_now(state, place) + behind;
}

std::int32_t token_at(const State& state, const TokenPlace& place) {
    return tokens_of(wanted_batch(state), place.side).at({place.sentence, place.position});
}

bool has_what_it_is_about(const State& state) {
    if (state.focus != field_anchor) return false;
    if (const auto* setting = std::get_if<TypedSetting>(&state.field->what)) return setting->view == state.view;
    if (!can_edit(state)) return false;
    if (const auto* token = std::get_if<TypedToken>(&state.field->what))
        return token->place.sentence == shown_sentence(state) && has_place(state, token->place, token->inserts);
    const auto& cell = std::get<TypedCell>(state.field->what);
    return cell.path == state.selection.tensor && state.selection.cell == cell.cell;
}

/// Closes the field of a setting. The focus returns to its control, unless the field was opened with the mouse.
void close(State& state, const TypedSetting setting) {
    const std::string back = state.field->before.empty() ? "" : setting.anchor;
    state.field.reset();
    do_command(state, SetFocus{back});
}

/// Closes the field, and returns the focus to its word. Letters that are typed next are commands, since the text is finished.
void close(State& state) {
    if (!state.field) return;
    if (const auto* setting = std::get_if<TypedSetting>(&state.field->what)) return close(state, *setting);
    std::string back;
    if (const auto* token = std::get_if<TypedToken>(&state.field->what)) {
        const bool behind = token->inserts && token->place.position >= length_now(state, token->place);
        back = behind ? add_anchor(token->place.side) : chip_anchor(token->place);
    }
    state.field.reset();
    do_command(state, SetFocus{back});
    state.closed_at = back;
}

/// The same after its text was accepted: if the field was opened with the mouse, the keyboard focus stays where it was before.
void finish(State& state) {
    const bool by_mouse = state.field && state.field->before.empty();
    close(state);
    if (by_mouse) do_command(state, SetFocus{""});
}

/// The token that the text of a field names; without an id, the token stays.
ReadToken read(const State& state, const TypedToken& token) {
    const auto& choices = field_choices(state);
    const auto choice = static_cast<std::size_t>(token.choice);
    if (token.choice >= 0 && choice < choices.size()) return {choices[choice]};
    const Configuration& c = state.run->model->configuration;
    const Size size = token.place.side == BatchSide::source ? c.src_vocab_size : c.tgt_vocab_size;
    return read_token(vocabulary_of(*state.run, token.place.side), static_cast<std::int32_t>(size), state.field->text.text);
}

void take(State& state, const TypedToken token) {
    if (state.field->text.text.empty() && token.choice < 0) return finish(state);
    const ReadToken read_as = read(state, token);
    if (!read_as.id) {
        state.field->problem = read_as.remark;
        return;
    }
    if (!token.inserts && *read_as.id == token_at(state, token.place)) return finish(state);
    const BatchEdit edit =
        token.inserts ? BatchEdit(InsertToken{token.place, *read_as.id}) : ReplaceToken{token.place, *read_as.id};
    if (!edit_batch(state, edit)) {
        state.field->problem = std::exchange(state.message, "");
        return;
    }
    const bool behind = token.inserts && token.place.position + 1 == length_now(state, token.place);
    finish(state);
    if (behind) do_command(state, SetFocus{add_anchor(token.place.side)});  // at the next word, which can be typed at once
    if (state.message.empty()) state.message = read_as.remark;
}

void take(State& state, const TypedCell cell) {
    const ReadValue read = read_value(*state.run, cell.path, state.field->text.text);
    if (!read.value) {
        state.field->problem = read.problem;
        return;
    }
    const Layout layout = state.run->find(cell.path).layout;
    const std::string what =
        fmt::format("set {}{} to {}", cell.path, index_text(layout, cell.cell), value_words(*state.run, cell.path, *read.value));
    const bool same = state.field->text.text == typed_value(*state.run, cell.path, cell.cell);
    close(state);
    if (same) return;
    Edits wanted = state.edits;
    wanted.interventions = overwritten(std::move(wanted.interventions), {cell.path, cell.cell, *read.value});
    do_command(state, SetEdits{std::move(wanted), what});
}

void take(State& state, const TypedSetting setting) {
    const std::string text = state.field->text.text;
    if (text == setting.original) return close(state);
    const ReadSetting read = setting.read(state, setting.anchor, text);
    if (!read.sets) {
        state.field->problem = read.problem;
        return;
    }
    close(state);
    read.sets->carry_out(state);
}

}  // namespace

void do_command(State& state, const EditBatch& command) {
    if (!can_edit(state)) return;
    state.field.reset();
    edit_batch(state, command.edit);
}

void do_command(State& state, const TypeToken& command) {
    if (!can_edit(state) || !token_refusal(state).empty() || !has_place(state, command.place, command.inserts)) return;
    TypedToken token{.place = command.place, .inserts = command.inserts, .typed = !command.typed.empty()};
    TextEdit text = typed_text(command.typed);
    state.field = OpenField{.what = token, .text = text, .before = state.focus};
    auto& open = std::get<TypedToken>(state.field->what);
    const auto& choices = field_choices(state);
    if (token.typed) open.choice = choices.empty() ? -1 : 0;
    if (!token.typed && !token.inserts) {
        const std::int32_t id = token_at(state, command.place);
        const auto here = std::ranges::find(choices, id);
        open.choice = here == choices.end() ? -1 : static_cast<int>(here - choices.begin());
        state.field->text = typed_text(vocabulary_of(*state.run, command.place.side).word(id));
        state.field->text.anchor = 0;
    }
    do_command(state, SetFocus{field_anchor});
}

void do_command(State& state, const TypeCell&) {
    if (!can_edit(state) || !state.selection.cell || !selected_tensor(state)) return;
    const std::string& path = state.selection.tensor;
    TextEdit text = typed_text(typed_value(*state.run, path, *state.selection.cell));
    text.anchor = 0;
    state.field = OpenField{.what = TypedCell{path, *state.selection.cell}, .text = text};
    do_command(state, SetFocus{field_anchor});
}

void do_command(State& state, const TypeSetting& command) {
    TextEdit text = typed_text(command.setting.original);
    text.anchor = 0;
    state.field = OpenField{.what = command.setting, .text = text, .before = state.focus};
    do_command(state, SetFocus{field_anchor});
}

void do_command(State& state, const SetFieldText& command) {
    if (!state.field) return;
    const TextEdit text = with_valid_caret(command.text);
    const bool another = text.text != state.field->text.text;
    state.field->text = text;
    if (!another) return;
    state.field->problem.clear();
    auto* token = std::get_if<TypedToken>(&state.field->what);
    if (!token) return;
    token->typed = true;
    token->choice = text.text.empty() || field_choices(state).empty() ? -1 : 0;
}

void do_command(State& state, const MoveFieldChoice& command) {
    auto* token = state.field ? std::get_if<TypedToken>(&state.field->what) : nullptr;
    if (!token) return;
    const int count = static_cast<int>(field_choices(state).size());
    token->choice = count == 0 ? -1 : std::clamp(token->choice + command.by, 0, count - 1);
}

void do_command(State& state, const TakeField& command) {
    if (!state.field) return;
    if (auto* token = std::get_if<TypedToken>(&state.field->what); token && command.choice) token->choice = *command.choice;
    std::visit([&](const auto& what) { take(state, what); }, state.field->what);
}

void do_command(State& state, const LeaveField&) { close(state); }

void follow_field(State& state, const Change&) {
    if (state.field && !has_what_it_is_about(state)) state.field.reset();
    if (state.focus != state.closed_at) state.closed_at.clear();
}

}  // namespace vitrine
