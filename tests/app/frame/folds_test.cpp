/// Parts that are folded away: what a lesson points at is open meanwhile, and what the user has opened comes back with a session.

#include "app/state/folds.h"

#include <doctest/doctest.h>

#include "app/session/session.h"
#include "tests/app/opened.h"

namespace vitrine::folds_test {
using namespace vitrine::tests;

TEST_CASE("a part is open once it was opened by hand, or while a lesson points at something in it") {
    State state = opened("navigation");
    CHECK(!is_open(state, folded_switches));
    state.of<Folds>().pointed = {"switch/sublayer", "batch/source/*"};
    CHECK(is_open(state, folded_switches));
    CHECK(!is_open(state, folded_labels));
    vitrine::apply(state, OpenPart{folded_switches, false});
    CHECK(!is_open(state, folded_switches));
    vitrine::apply(state, OpenPart{folded_labels});
    CHECK(is_open(state, folded_labels));

    State later = new_state();
    vitrine::apply(later, RestoreSession{session_of(state)});
    CHECK(!is_open(later, folded_switches));
    CHECK(is_open(later, folded_labels));
}

}  // namespace vitrine::folds_test
