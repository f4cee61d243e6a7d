/// What is taken along, and what is changed.

#include "app/actions/action_parts.h"
#include "app/base/command.h"
#include "app/base/manners_commands.h"
#include "app/base/selection_commands.h"
#include "app/base/state.h"
#include "app/compare/comparing.h"
#include "app/edit/altering.h"
#include "app/edit/editing_commands.h"
#include "app/edit/switching.h"
#include "app/export/copying.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"
#include "app/views/train/state.h"

namespace vitrine {

namespace {

std::string copy_refused(const State& state, CopyWhat what) {
    if (!selected_tensor(state)) return needs_run(state);
    if ((what == CopyWhat::cell || what == CopyWhat::row) && !state.selection.cell) return needs_cell(state);
    return too_large_to_copy(state, what) ? "it has more than a million cells" : "";
}

Action copy_part(CopyWhat what, const char* label) {
    const TensorsChoice& choice = copy_whats()[static_cast<std::size_t>(what)];
    return {.id = "edit/copy-" + std::string(choice.name),
            .label = label,
            .menu = ActionMenu::edit,
            .listing = what == CopyWhat::cell ? Listing::first_of_group : Listing::entry,
            .tip = "To the clipboard: " + std::string(choice.tip) + ".",
            .perform = gives(CopyPart{what}),
            .refused = [what](const State& state) { return copy_refused(state, what); }};
}

Action copy_form(CopyForm form) {
    const TensorsChoice& choice = copy_forms()[static_cast<std::size_t>(form)];
    return {.id = "edit/form-" + std::string(choice.name),
            .label = "Copy as " + std::string(choice.label),
            .menu = ActionMenu::edit,
            .listing = form == CopyForm::text ? Listing::first_of_group : Listing::entry,
            .tip = "What is copied from now on is " + std::string(choice.tip) + ".",
            .perform = gives(SetCopyForm{form}),
            .chosen = [form](const State& state) { return state.of<TensorsView>().form == form; }};
}

/// The attention whose head is shown, or empty.
std::string shown_attention(const State& state) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return {};
    const std::string& block = state.run->outline().block_of(info->step).id;
    return state.run->trace.find(block + ".context").present() ? block : "";
}

Action silence_head() {
    return {.id = "edit/silence-head",
            .label = "Silence this head",
            .menu = ActionMenu::edit,
            .keys = "x",
            .tip = "The head that is shown of this attention adds nothing; once more, and it speaks again.",
            .perform =
                [](const State& state, Commands& commands) {
                    const std::string attention = shown_attention(state);
                    const Size head = state.selection.head;
                    commands.push_back(SilenceHead{attention, head, !is_silenced(state, attention, head)});
                },
            .refused = [](const State& state) -> std::string {
                if (!can_edit(state)) return why_not_edited(state);
                return shown_attention(state).empty() ? "the selected tensor belongs to no attention" : "";
            },
            .chosen = [](const State& state) { return is_silenced(state, shown_attention(state), state.selection.head); }};
}

/// What of a part the current step belongs to can be switched off: its sublayer, the residual around it, its layer.
Switch current_switch(const State& state, SwitchedPart part) {
    if (!state.run) return {part, ""};
    const std::string sublayer = sublayer_of(*state.run, state.run->outline().block_of(state.step).id);
    return {part, part == SwitchedPart::layer ? layer_of(sublayer) : sublayer};
}

Action switch_off(SwitchedPart part, const char* id, const char* key, const char* label, const char* tip) {
    const auto is_switched = [part](const State& state) {
        const Switch which = current_switch(state, part);
        return !which.path.empty() && is_off(*state.run, shown_edits(state), which);
    };
    return {.id = id,
            .label = label,
            .menu = ActionMenu::edit,
            .keys = key,
            .tip = tip,
            .perform =
                [part, is_switched](const State& state, Commands& commands) {
                    commands.push_back(SwitchOff{current_switch(state, part), !is_switched(state)});
                },
            .refused = [part](const State& state) -> std::string {
                if (!can_edit(state)) return why_not_edited(state);
                return current_switch(state, part).path.empty() ? "the current step belongs to no sublayer" : "";
            },
            .chosen = is_switched};
}

std::vector<Action> switches() {
    return {switch_off(SwitchedPart::sublayer, "edit/skip-sublayer", "o", "Leave this sublayer out",
                       "What goes into it goes on unchanged; once more, and it is back."),
            switch_off(SwitchedPart::residual, "edit/skip-residual", "r", "Leave this residual connection out",
                       "Only the sublayer's output goes on; once more, and it is back."),
            switch_off(SwitchedPart::layer, "edit/skip-layer", "l", "Leave this layer out",
                       "All of its sublayers at once; once more, and it is back.")};
}

Action write_cell() {
    return {
        .id = "edit/write",
        .label = "Write another number over this one",
        .menu = ActionMenu::edit,
        .keys = "f2",
        .tip = "The run goes on from there, marked as altered.",
        .perform = gives(TypeCell{}),
        .refused = [](const State& state) -> std::string { return can_edit(state) ? needs_cell(state) : why_not_edited(state); }};
}

Action restore() {
    return {.id = "edit/restore",
            .label = "Take every change back",
            .menu = ActionMenu::edit,
            .tip = "The run becomes the one that the model itself makes.",
            .perform = gives(RestoreRun{}),
            .refused = [](const State& state) -> std::string {
                if (!can_edit(state)) return why_not_edited(state);
                return state.edits.alter() ? "" : "nothing is altered";
            }};
}

std::vector<Action> pin_actions() {
    const auto is_pinned = [](const State& state) {
        return std::ranges::count(state.of<TensorsView>().pins, state.selection.tensor) > 0;
    };
    return {{.id = "edit/pin",
             .label = "Pin this tensor",
             .menu = ActionMenu::edit,
             .tip = "It stays beside the others in the view Tensors; once more, and it is taken off.",
             .perform =
                 [is_pinned](const State& state, Commands& commands) {
                     const std::string& path = state.selection.tensor;
                     commands.push_back(is_pinned(state) ? Command(UnpinTensor{path}) : Command(PinTensor{path}));
                 },
             .refused = [is_pinned](const State& state) -> std::string {
                 if (!selected_tensor(state)) return needs_run(state);
                 return state.of<TensorsView>().pins.size() >= most_pins && !is_pinned(state) ? "there is room for four" : "";
             },
             .chosen = is_pinned}};
}

std::vector<Action> clipboard_actions() {
    return {{.id = "edit/copy",
             .label = "Copy",
             .menu = ActionMenu::edit,
             .keys = "ctrl+c",
             .tip = "The selected number with its place, or else the picture as a table.",
             .perform = gives(CopySelection{}),
             .refused = needs_run},
            {.id = "edit/copy-transcript",
             .label = "Copy the transcript of this step",
             .menu = ActionMenu::edit,
             .keys = "ctrl+shift+c",
             .tip = "Everything about the current step as plain text, in short lines.",
             .perform = gives(CopyTranscript{}),
             .refused = needs_run}};
}

Action undo() {
    return {.id = "edit/undo",
            .label = "Undo",
            .menu = ActionMenu::edit,
            .keys = "ctrl+z",
            .tip = "Takes the last change to the run back.",
            .perform = gives(Undo{}),
            .refused = [](const State& state) -> std::string {
                if (!state.run || state.of<TrainingView>().shown) return why_not_edited(state);
                return state.history.can_undo() ? "" : "nothing was changed";
            },
            .label_now =
                [](const State& state) {
                    return state.history.can_undo() ? "Undo: " + state.history.undo_words() : std::string("Undo");
                }};
}

Action redo() {
    return {.id = "edit/redo",
            .label = "Redo",
            .menu = ActionMenu::edit,
            .keys = "ctrl+shift+z ctrl+y",
            .tip = "Does again what was undone last.",
            .perform = gives(Redo{}),
            .refused = [](const State& state) -> std::string {
                if (!state.run || state.of<TrainingView>().shown) return why_not_edited(state);
                return state.history.can_redo() ? "" : "nothing was undone";
            },
            .label_now =
                [](const State& state) {
                    return state.history.can_redo() ? "Redo: " + state.history.redo_words() : std::string("Redo");
                }};
}

}  // namespace

std::vector<Action> edit_actions() {
    std::vector<Action> list{undo(), redo()};
    for (Action& action : clipboard_actions()) list.push_back(std::move(action));
    list[2].listing = Listing::first_of_group;
    list.push_back(copy_part(CopyWhat::cell, "Copy the number"));
    list.push_back(copy_part(CopyWhat::row, "Copy its row"));
    list.push_back(copy_part(CopyWhat::plane, "Copy the picture"));
    list.push_back(copy_part(CopyWhat::tensor, "Copy the tensor"));
    for (const CopyForm form : {CopyForm::text, CopyForm::numpy, CopyForm::latex}) list.push_back(copy_form(form));
    for (Action& action : sentence_actions()) list.push_back(std::move(action));
    list.push_back(write_cell());
    list.back().listing = Listing::first_of_group;
    list.push_back(silence_head());
    for (Action& action : switches()) list.push_back(std::move(action));
    list.push_back(restore());
    for (Action& action : pin_actions()) list.push_back(std::move(action));
    return list;
}

}  // namespace vitrine
