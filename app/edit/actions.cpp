/// Actions for changes by hand, in the menu Edit.

#include "app/base/action.h"
#include "app/compare/comparing.h"
#include "app/edit/altered_list.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/module.h"
#include "app/state/learning.h"
#include "app/state/refusals.h"

namespace vitrine {

namespace {

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
            .for_lessons = true,
            .group = 5,
            .keys = "x",
            .tip = "The output of the shown head becomes 0. Choose it again to turn the head back on.",
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

/// The part at the current step that can be switched off: its sublayer, the residual connection around it, or its layer.
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
            .for_lessons = true,
            .group = 5,
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
                       "Its input passes on unchanged. Choose it again to turn the sublayer back on."),
            switch_off(SwitchedPart::residual, "edit/skip-residual", "r", "Leave this residual connection out",
                       "Only the output of the sublayer passes on. Choose it again to turn the connection back on."),
            switch_off(SwitchedPart::layer, "edit/skip-layer", "l", "Leave this layer out",
                       "All of its sublayers at once. Choose it again to turn the layer back on.")};
}

Action write_cell() {
    return {
        .id = "edit/write",
        .label = "Overwrite this number",
        .menu = ActionMenu::edit,
        .for_lessons = true,
        .group = 5,
        .keys = "f2",
        .tip = "Everything that depends on it is computed again; the run is marked as altered.",
        .perform = gives(TypeCell{}),
        .refused = [](const State& state) -> std::string { return can_edit(state) ? needs_cell(state) : why_not_edited(state); }};
}

Action restore() {
    return {.id = "edit/restore",
            .label = "Undo every change to the run",
            .menu = ActionMenu::edit,
            .for_lessons = true,
            .group = 5,
            .tip = "Shows the unaltered run of the model again; the sentences stay as they are.",
            .perform = gives(RestoreRun{}),
            .refused = [](const State& state) -> std::string {
                if (!can_edit(state)) return why_not_edited(state);
                return state.edits.alter() ? "" : "nothing has been altered";
            }};
}

Action undo() {
    return {.id = "edit/undo",
            .label = "Undo",
            .menu = ActionMenu::edit,
            .for_lessons = true,
            .group = 0,
            .keys = "ctrl+z",
            .tip = "Undoes the last change to the run.",
            .perform = gives(Undo{}),
            .refused = [](const State& state) -> std::string {
                if (!state.run || state.of<Learning>().changes_model()) return why_not_edited(state);
                return !undo_words(state).empty() ? "" : "nothing was changed";
            },
            .label_now =
                [](const State& state) {
                    const std::string words = undo_words(state);
                    return words.empty() ? std::string("Undo") : "Undo: " + words;
                }};
}

Action redo() {
    return {.id = "edit/redo",
            .label = "Redo",
            .menu = ActionMenu::edit,
            .for_lessons = true,
            .group = 0,
            .keys = "ctrl+shift+z ctrl+y",
            .tip = "Makes the change that was undone last again.",
            .perform = gives(Redo{}),
            .refused = [](const State& state) -> std::string {
                if (!state.run || state.of<Learning>().changes_model()) return why_not_edited(state);
                return !redo_words(state).empty() ? "" : "nothing was undone";
            },
            .label_now =
                [](const State& state) {
                    const std::string words = redo_words(state);
                    return words.empty() ? std::string("Redo") : "Redo: " + words;
                }};
}

std::vector<Action> sentence_actions() {
    const auto only_one = [](const State& state) -> std::string {
        if (const std::string why = why_not_edited(state); !why.empty()) return why;
        return wanted_batch(state).sentences() > 1 ? "" : "the only sentence cannot be removed";
    };
    const auto not_changed = [](const State& state) -> std::string {
        if (const std::string why = why_not_edited(state); !why.empty()) return why;
        return state.edits.batch ? "" : "the sentences have not been changed";
    };
    return {{.id = "edit/add-sentence",
             .label = "Add a copy of this sentence",
             .menu = ActionMenu::edit,
             .for_lessons = true,
             .group = 4,
             .tip = "After this one, for you to change.",
             .also = "new insert duplicate batch",
             .perform = [](const State& state,
                           Commands& commands) { commands.push_back(EditBatch{CopySentence{shown_sentence(state)}}); },
             .refused = why_not_edited},
            {.id = "edit/remove-sentence",
             .label = "Remove this sentence",
             .menu = ActionMenu::edit,
             .for_lessons = true,
             .group = 4,
             .tip = "The others stay.",
             .also = "delete erase batch",
             .perform = [](const State& state,
                           Commands& commands) { commands.push_back(EditBatch{EraseSentence{shown_sentence(state)}}); },
             .refused = only_one},
            {.id = "edit/original",
             .label = "Bring the original sentences back",
             .menu = ActionMenu::edit,
             .for_lessons = true,
             .group = 4,
             .listing = Listing::palette_only,
             .tip = "The sentences that the model was opened with.",
             .also = "reset restore batch",
             .perform =
                 [](const State& state, Commands& commands) {
                     if (auto original = on_original_sentences(state))
                         commands.push_back(SetEdits{std::move(*original), "bring the original sentences back"});
                 },
             .refused = not_changed}};
}

}  // namespace

std::vector<Action> edit_actions(const Module&) {
    std::vector<Action> list{undo(), redo()};
    for (Action& action : sentence_actions()) list.push_back(std::move(action));
    list.push_back(write_cell());
    list.push_back(silence_head());
    for (Action& action : switches()) list.push_back(std::move(action));
    list.push_back(restore());
    return list;
}

}  // namespace vitrine
