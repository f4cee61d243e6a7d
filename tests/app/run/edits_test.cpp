/// Undo and redo, also of edits whose run could not be computed.

#include "app/run/edits.h"

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::edits_test {
using namespace vitrine::tests;

namespace {

const std::string attention = "decoder.layers.0.cross_attn";

/// Does what the window does between two frames: makes the edited run.
void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(working_run(state), state.edits)});
}

/// Does what the window does if the edited run cannot be made.
void fail(State& state) { apply(state, EditsFailed{.why = "it does not fit", .edits = state.edits}); }

void silence(State& state, Size head) { apply(state, SilenceHead{attention, head, true}); }

std::vector<Size> silent(const State& state) {
    std::vector<Size> heads;
    for (const SilencedHead& one : state.edits.interventions.silenced) heads.push_back(one.head);
    return heads;
}

using Heads = std::vector<Size>;

/// A state in which the first so many heads were silenced, one after the other.
State silenced(Size heads) {
    State state = opened("navigation");
    for (Size head = 0; head < heads; ++head) silence(state, head), follow(state);
    return state;
}

}  // namespace

TEST_CASE("an edit that cannot be made is gone, and everything before it is undone and done again as before") {
    State state = silenced(2);
    apply(state, Undo{});
    follow(state);
    REQUIRE(state.history.can_redo());
    silence(state, 2);
    CHECK(lacks_edits(state));
    fail(state);
    CHECK(state.message == "it does not fit");
    CHECK(silent(state) == Heads{0});
    CHECK_FALSE(lacks_edits(state));
    CHECK(state.history.undo_words() == "silence head 1 of cross-attention in decoder layer 1");
    CHECK(state.history.redo_words() == "silence head 2 of cross-attention in decoder layer 1");
    apply(state, Redo{});
    follow(state);
    CHECK(silent(state) == Heads{0, 1});
    apply(state, Undo{});
    apply(state, Undo{});
    CHECK(state.edits.empty());
    CHECK_FALSE(state.history.can_undo());
}

TEST_CASE("an undo that cannot be made leaves what is shown, and the next one leads past what has failed") {
    State state = silenced(3);
    apply(state, Undo{});
    fail(state);
    CHECK(silent(state) == Heads{0, 1, 2});
    CHECK_FALSE(state.history.can_redo());
    CHECK(state.history.undo_words() == "silence head 3 of cross-attention in decoder layer 1");
    apply(state, Undo{});
    follow(state);
    CHECK(silent(state) == Heads{0});
    CHECK(state.history.redo_words() == "silence head 3 of cross-attention in decoder layer 1");
    apply(state, Redo{});
    follow(state);
    CHECK(silent(state) == Heads{0, 1, 2});
}

TEST_CASE("a redo that cannot be made leaves what is shown, and the next one leads past what has failed") {
    State state = silenced(3);
    for (int i = 0; i < 2; ++i) apply(state, Undo{}), follow(state);
    REQUIRE(silent(state) == Heads{0});
    apply(state, Redo{});
    fail(state);
    CHECK(silent(state) == Heads{0});
    CHECK(state.history.undo_words() == "silence head 1 of cross-attention in decoder layer 1");
    apply(state, Redo{});
    follow(state);
    CHECK(silent(state) == Heads{0, 1, 2});
    CHECK_FALSE(state.history.can_redo());
}

TEST_CASE("a failure while two edits are under way leads back to what is shown, with no bogus step left") {
    State state = silenced(1);
    silence(state, 1);
    silence(state, 2);
    fail(state);
    CHECK(silent(state) == Heads{0});
    CHECK(state.history.undo_words() == "silence head 1 of cross-attention in decoder layer 1");
    CHECK_FALSE(state.history.can_redo());
    apply(state, Undo{});
    CHECK(state.edits.empty());
    CHECK_FALSE(state.history.can_undo());
}

TEST_CASE("an undo and an edit under way at once lead back as well") {
    State state = silenced(2);
    apply(state, Undo{});
    silence(state, 2);
    fail(state);
    CHECK(silent(state) == Heads{0, 1});
    CHECK(state.history.undo_words() == "silence head 2 of cross-attention in decoder layer 1");
    CHECK_FALSE(state.history.can_redo());
}

TEST_CASE("what failed before other edits were wanted does not touch them, nor does the failure of anything else") {
    State state = silenced(1);
    silence(state, 1);
    const Edits late = state.edits;
    silence(state, 2);
    apply(state, EditsFailed{.why = "too late", .edits = late});
    CHECK(silent(state) == Heads{0, 1, 2});
    for (const Command& failed : Commands{GradientsFailed{"something else"}, DifferenceFailed{"something else"}}) {
        apply(state, failed);
        CHECK(silent(state) == Heads{0, 1, 2});
        CHECK(state.message == "something else");
    }
    apply(state, OpeningFailed{.why = "no such model", .model = sample("nowhere")});
    CHECK(silent(state) == Heads{0, 1, 2});
    follow(state);
    CHECK(state.run->edits.interventions.silenced.size() == 3);
}

TEST_CASE("beside a pinned run, what cannot be made of B leaves both as they are") {
    State state = silenced(1);
    apply(state, PinRun{});
    const auto pinned = state.of<ComparisonView>().pinned;
    silence(state, 1);
    follow(state);
    apply(state, ShowSide{ComparedSide::a});
    silence(state, 2);
    fail(state);
    CHECK(silent(state) == Heads{0, 1});
    CHECK(state.of<ComparisonView>().pinned == pinned);
    CHECK(working_run(state)->edits == state.edits);
    CHECK(state.history.undo_words() == "silence head 2 of cross-attention in decoder layer 1");
}

TEST_CASE("of equal steps on both sides of a failed one only one is left") {
    const Edits plain, one{.interventions = {.silenced = {{attention, 0}}}}, two{.interventions = {.silenced = {{attention, 1}}}};
    EditHistory history;
    history.note(plain, "first");
    history.note(one, "back");
    history.note(plain, "second");
    history.keep_place();
    Edits now = history.undo(two);
    now = history.undo(now);
    CHECK(now == one);
    history.return_to(two, one);
    CHECK(history.undo_words() == "second");
    CHECK(history.undo(two) == plain);
    CHECK_FALSE(history.can_undo());
}

}  // namespace vitrine::edits_test
