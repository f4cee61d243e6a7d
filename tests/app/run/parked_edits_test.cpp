/// What becomes of edits when another model takes the place of theirs.

#include "app/run/parked_edits.h"

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::left_edits_test {
using namespace vitrine::tests;

namespace {

const std::string attention = "decoder.layers.0.cross_attn";

/// What the window does between two frames.
void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
}

State silenced() {
    State state = opened("navigation");
    apply(state, SilenceHead{attention, 0, true});
    follow(state);
    return state;
}

}  // namespace

TEST_CASE("edits of a model are left behind and said; opened again, undo brings them back, and what came before them, too") {
    State state = silenced();
    const Edits made = state.edits;
    apply(state, ShowRun{make_run(sample("translation"))});
    CHECK(state.notice == "Your edits of sample navigation were left behind. Open it again, and Undo brings them back.");
    CHECK(state.edits.empty());
    CHECK_FALSE(state.history.can_undo());
    apply(state, ShowRun{make_run(sample("by-hand"))});
    CHECK(state.notice.empty());
    REQUIRE(state.parked.size() == 1);

    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.edits.empty());
    CHECK(state.parked.size() == 1);  // until they are there again
    CHECK(state.history.undo_words() == "open navigation anew");
    apply(state, Undo{});
    follow(state);
    CHECK(state.run->edits == made);
    CHECK(state.parked.empty());
    apply(state, Undo{});
    follow(state);
    CHECK(state.edits.empty());
    CHECK_FALSE(state.history.can_undo());
    apply(state, Redo{});
    apply(state, Redo{});
    follow(state);
    CHECK(state.edits.empty());
}

TEST_CASE("a model that is read again is as its file has it, and undo brings back what had been changed") {
    State state = silenced();
    const Edits made = state.edits;
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.edits.empty());
    CHECK(state.notice == "The model was read again; Undo brings back your changes.");
    apply(state, Undo{});
    follow(state);
    CHECK(state.run->edits == made);
}

TEST_CASE("a model without edits leaves nothing behind, and what was left once is kept once") {
    State state = opened("navigation");
    apply(state, ShowRun{make_run(sample("translation"))});
    CHECK(state.notice.empty());
    CHECK(state.parked.empty());
    const ParkedEdits one{sample("navigation"), {.interventions = {.silenced = {{attention, 0}}}}};
    ParkedEdits other = one;
    other.edits.interventions.silenced = {{attention, 1}};
    for (const ParkedEdits& left : {one, other, one}) park(state.parked, left);
    REQUIRE(state.parked.size() == 2);
    CHECK(find_parked(state.parked, sample("navigation"))->edits == one.edits);
    forget_parked(state.parked, sample("navigation"), one.edits);
    CHECK(find_parked(state.parked, sample("navigation"))->edits == other.edits);
    forget_parked(state.parked, sample("navigation"), other.edits);
    CHECK_FALSE(find_parked(state.parked, sample("navigation")));
}

TEST_CASE("where what was left no longer fits the model, undo says so and goes back") {
    State state = opened("translation");
    park(state.parked, {sample("navigation"), {.interventions = {.silenced = {{"encoder.layers.7.self_attn", 0}}}}});
    apply(state, ShowRun{make_run(sample("navigation"))});
    apply(state, Undo{});
    REQUIRE(lacks_edits(state));
    vitrine::apply(state, carry_out_now(edit_job(state.run, state.edits)));
    CHECK(state.message.find("encoder.layers.7.self_attn") != std::string::npos);
    CHECK(state.edits.empty());
    CHECK_FALSE(state.history.can_undo());
    CHECK_FALSE(state.history.can_redo());
    CHECK(state.parked.size() == 1);  // nothing of it is lost
}

}  // namespace vitrine::left_edits_test
