/// When two runs are compared, each side shows its own numbers, and edits change B.

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/actions/actions.h"
#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/altered_list.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/editing.h"
#include "app/edit/switching.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/describe.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "app/words/changes.h"
#include "tests/app/compare/compared.h"

namespace vitrine::comparing_sides_test {
using namespace vitrine::tests;

TEST_CASE("an edit acts on B: while A is shown it is refused, while the difference is it becomes another") {
    State state = compared();
    const auto second = state.run;
    show(state, ComparedSide::a);
    CHECK_FALSE(can_edit(state));
    CHECK(edit_refusal(state).find("Shift+B") != std::string::npos);
    const Edits before_all = state.edits;
    const Command edits[] = {SilenceHead{cross, 1, true},
                             SwitchOff{{SwitchedPart::sublayer, "encoder.layers.0.ffn"}, true},
                             SetDesignChoice{"no_positions", true},
                             EditBatch{EraseToken{{BatchSide::source, 0, 1}}},
                             TypeToken{{BatchSide::source, 0, 1}},
                             TypeCell{},
                             RestoreRun{}};
    for (std::size_t i = 0; i < std::size(edits); ++i) {
        const Command& edit = edits[i];
        CAPTURE(i);
        apply(state, edit);
        follow(state);
        CHECK(state.edits == before_all);
        CHECK_FALSE(state.field);
        CHECK(state.run == state.of<ComparisonView>().pinned);
        CHECK(working_run(state) == second);
    }
    for (const char* id : {"edit/silence-head", "edit/skip-layer", "edit/write", "edit/restore", "run/design-no_positions"}) {
        CAPTURE(id);
        CHECK(refusal_of(*find_action(state, id), state) == edit_refusal(state));
    }
    show(state, ComparedSide::b);
    apply(state, SilenceHead{cross, 1, true});
    follow(state);
    CHECK(state.run == working_run(state));
    CHECK(state.run->edits.interventions.silenced.size() == 1);
    CHECK(state.of<ComparisonView>().pinned->edits.empty());

    show(state, ComparedSide::difference);
    const auto before = state.run;
    apply(state, SilenceHead{cross, 0, true});
    follow(state);
    CHECK(state.run->difference);
    CHECK(state.run != before);
    CHECK(state.run->trace.outline == before->trace.outline);
    CHECK(working_run(state)->edits.interventions.silenced.size() == 2);

    apply(state, Undo{});
    follow(state);
    CHECK(working_run(state)->edits.interventions.silenced.size() == 1);
    apply(state, RestoreRun{});
    follow(state);
    CHECK(working_run(state)->edits.interventions.empty());
    CHECK(state.run->difference->b == working_run(state));
    apply(state, Undo{});
    apply(state, Undo{});
    apply(state, Undo{});
    follow(state);
    CHECK_FALSE(first_change(state.run->difference->tensors));
}

TEST_CASE("every side shows its own sentences, alterations and switches") {
    State state = opened("translation");
    const Switch layer{SwitchedPart::layer, "encoder.layers.0"};
    apply(state, SilenceHead{cross, 1, true});
    apply(state, EditBatch{ReplaceToken{{BatchSide::source, 0, 1}, *state.run->model->source_vocabulary.id("He")}});
    follow(state);
    const Batch words_of_a = wanted_batch(state);
    apply(state, PinRun{});
    apply(state, RestoreRun{});
    apply(state, SwitchOff{layer, true});
    apply(state, SetDesignChoice{"no_positions", true});
    apply(state, EditBatch{EraseToken{{BatchSide::source, 0, 1}}});
    follow(state);
    const Batch words_of_b = wanted_batch(state);
    REQUIRE_FALSE(words_of_a == words_of_b);

    const auto things = [&] {
        std::vector<std::string> names;
        for (const AlteredThing& thing : altered_things(state)) names.push_back(thing.name);
        return names;
    };
    for (const ComparedSide side : {ComparedSide::a, ComparedSide::b, ComparedSide::difference}) {
        show(state, side);
        const bool of_a = side == ComparedSide::a;
        CAPTURE(of_a);
        CHECK((wanted_batch(state) == words_of_a) == of_a);
        CHECK(is_silenced(state, cross, 1) == of_a);
        CHECK(is_off(*state.run, shown_edits(state), layer) != of_a);
        CHECK(find_design_choice("no_positions")->is_made(shown_edits(state).design) != of_a);
        CHECK(is_chosen(*find_action(state, "run/design-no_positions"), state) == of_a);
        CHECK(things() == (of_a ? std::vector<std::string>{"sentences", "head/0"}
                                : std::vector<std::string>{"sentences", "sublayer/0", "sublayer/1", "design/no_positions"}));
        CHECK(nlohmann::json(to_json(state))["altered"]["silenced"].size() == (of_a ? 1u : 0u));
    }
    show(state, ComparedSide::difference);
    apply(state, SetEdits{{}, "everything as it was opened"});
    CHECK(wanted_batch(state) == *opened(state.of<ComparisonView>().pinned)->batch);
}

TEST_CASE("of another model A keeps its sentences and its words") {
    State state = opened("translation");
    apply(state, PinRun{});
    apply(state, ShowRun{make_run(sample("navigation"))});
    follow(state);
    show(state, ComparedSide::a);
    CHECK(wanted_batch(state) == *state.of<ComparisonView>().pinned->batch);
    const nlohmann::json words = nlohmann::json(to_json(state))["edits"]["src"];
    CHECK(words.size() == static_cast<std::size_t>(state.of<ComparisonView>().pinned->batch->sentences()));
    const Vocabulary& vocabulary = state.of<ComparisonView>().pinned->model->source_vocabulary;
    CHECK(words[0][0] == vocabulary.word(state.of<ComparisonView>().pinned->batch->src.at({0, 0})));
}

TEST_CASE("undo and redo act on B from whichever side, and bring it forward from A") {
    State state = compared();
    const auto second = state.run;
    show(state, ComparedSide::a);
    apply(state, Undo{});
    CHECK(state.of<ComparisonView>().side == ComparedSide::b);
    follow(state);
    CHECK_FALSE(working_run(state)->edits.batch);
    show(state, ComparedSide::a);
    apply(state, Redo{});
    CHECK(state.of<ComparisonView>().side == ComparedSide::b);
    follow(state);
    CHECK(*working_run(state)->edits.batch == *second->edits.batch);
    show(state, ComparedSide::difference);
    apply(state, Undo{});
    follow(state);
    CHECK(state.of<ComparisonView>().side == ComparedSide::difference);
    CHECK_FALSE(first_change(state.run->difference->tensors));
    CHECK(state.of<ComparisonView>().pinned->edits.empty());
}

TEST_CASE("the view Compare opens on the first tensor that differs, where it differs, unless another was chosen") {
    State state = opened("translation");
    apply(state, SelectTensor{"memory"});
    apply(state, PinRun{});
    apply(state, SetView{View::compare});
    follow(state);
    CHECK(state.selection.tensor == "memory");
    replace_word(state, 2, 1, "une");
    CHECK(state.selection.tensor == "tgt.tokens");
    CHECK(state.selection.sentence == 2);

    // A tensor chosen in the view Compare stays, even if nothing in it differs.
    apply(state, SelectTensor{"memory"});
    apply(state, SilenceHead{cross, 0, true});
    follow(state);
    apply(state, SetView{View::map});
    apply(state, SetView{View::compare});
    CHECK(state.selection.tensor == "memory");

    // A tensor chosen in another view stays only if it differs.
    apply(state, SetView{View::map});
    apply(state, SelectTensor{"logits"});
    apply(state, SetView{View::compare});
    CHECK(state.selection.tensor == "logits");
    apply(state, SetView{View::map});
    apply(state, SelectTensor{"src.embedding"});
    apply(state, SetView{View::compare});
    CHECK(state.selection.tensor == "tgt.tokens");

    // With another run A, the comparison begins again.
    apply(state, SelectTensor{"memory"});
    apply(state, PinRun{});
    follow(state);
    apply(state, SilenceHead{cross, 1, true});
    follow(state);
    CHECK(state.selection.tensor == cross + ".context");
    CHECK(state.selection.head == 1);
    show(state, ComparedSide::a);
    CHECK(state.selection.tensor == cross + ".context");
}

TEST_CASE("NaN in the place of a number differs, and the words say so") {
    State state = opened("translation");
    apply(state, PinRun{});
    Edits edits;
    edits.interventions.overwrites.push_back({"decoder.layers.1.norm3", {0, 1, 2}, std::nan("")});
    apply(state, SetEdits{edits, "a number"});
    follow(state);
    show(state, ComparedSide::difference);
    const TensorChange& change = *state.run->difference->find("decoder.layers.1.norm3");
    CHECK(change.nan_cells == 1);
    CHECK(change_summary(change) == "NaN");
    CHECK(change_sentence(change).find("to or from NaN, the first at [0, 1, 2]: the change has no finite size.") !=
          std::string::npos);
    const TensorChange& before = *state.run->difference->find("memory");
    CHECK(change_sentence(before).ends_with("numbers are the same in both runs."));
    CHECK(share_words(1e-3) == "0.1 %");
    CHECK(share_words(12) == "× 12");
    CHECK(share_words(1000) == "× 1000");
    CHECK(share_words(2e7) == "× 2.0e+07");
}

}  // namespace vitrine::comparing_sides_test
