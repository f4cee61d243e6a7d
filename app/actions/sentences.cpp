/// Sentences of the batch.

#include "app/actions/action_parts.h"
#include "app/base/command.h"
#include "app/base/state.h"
#include "app/edit/altered_list.h"
#include "app/edit/batch_editing.h"
#include "app/edit/editing_commands.h"

namespace vitrine {

namespace {}  // namespace

std::vector<Action> sentence_actions() {
    const auto only_one = [](const State& state) -> std::string {
        if (const std::string why = why_not_edited(state); !why.empty()) return why;
        return wanted_batch(state).sentences() > 1 ? "" : "the only sentence stays";
    };
    const auto not_changed = [](const State& state) -> std::string {
        if (const std::string why = why_not_edited(state); !why.empty()) return why;
        return state.edits.batch ? "" : "the sentences are as they were opened";
    };
    return {{.id = "edit/add-sentence",
             .label = "Add a copy of this sentence",
             .menu = ActionMenu::edit,
             .listing = Listing::first_of_group,
             .tip = "Behind it, to be changed.",
             .also = "new insert duplicate batch",
             .perform = [](const State& state,
                           Commands& commands) { commands.push_back(EditBatch{CopySentence{shown_sentence(state)}}); },
             .refused = why_not_edited},
            {.id = "edit/remove-sentence",
             .label = "Remove this sentence",
             .menu = ActionMenu::edit,
             .tip = "The others stay.",
             .also = "delete erase batch",
             .perform = [](const State& state,
                           Commands& commands) { commands.push_back(EditBatch{EraseSentence{shown_sentence(state)}}); },
             .refused = only_one},
            {.id = "edit/original",
             .label = "Bring the original sentences back",
             .menu = ActionMenu::edit,
             .listing = Listing::palette_only,
             .tip = "Those the model was opened on.",
             .also = "reset restore batch",
             .perform =
                 [](const State& state, Commands& commands) {
                     if (auto original = on_original_sentences(state))
                         commands.push_back(SetEdits{std::move(*original), "bring the original sentences back"});
                 },
             .refused = not_changed}};
}

}  // namespace vitrine
