#pragma once
/// A window's state in which two runs are compared.

#include <memory>
#include <string>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::tests {

inline const std::string cross = "decoder.layers.0.cross_attn";

/// Does what the window does between two frames: computes whatever the state lacks.
inline void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(working_run(state), state.edits)});
    const ComparisonView& comparison = state.of<ComparisonView>();
    if (lacks_difference(state))
        apply(state, ShowDifference{difference_of({comparison.pinned, comparison.working, comparison.difference})});
}

inline void show(State& state, ComparedSide side) {
    apply(state, ShowSide{side});
    follow(state);
}

/// Replaces a word in a target sentence.
inline void replace_word(State& state, Size sentence, Size position, std::string_view word) {
    auto batch = std::make_shared<Batch>(*working_run(state)->batch);
    batch->tgt.at({sentence, position}) = *state.run->model->target_vocabulary.id(word);
    apply(state, SetEdits{{.batch = std::move(batch)}, "another word"});
    follow(state);
}

inline State compared() {
    State state = opened("translation");
    apply(state, PinRun{});
    replace_word(state, 0, 3, "une");
    return state;
}

}  // namespace vitrine::tests
