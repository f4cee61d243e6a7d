#include <doctest/doctest.h>

#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/session/session.h"
#include "tests/app/opened.h"

namespace vitrine::tests {

TEST_CASE("a lesson that is open when the program is closed is kept with its step") {
    State state = opened("translation");
    const auto lesson = find_lesson("08-masks");
    REQUIRE(lesson);
    apply(state, BeginLesson{lesson});
    apply(state, MoveLesson{2});
    const auto kept = session_of(state).habits["lesson"];
    CHECK(kept["lesson"] == "08-masks");
    CHECK(kept["reached"]["08-masks"] == 2);
    apply(state, MoveLesson{static_cast<int>(lesson->steps.size())});
    const auto ended = session_of(state).habits["lesson"];
    CHECK_FALSE(ended["reached"].contains("08-masks"));
    CHECK(ended["finished"].size() == 1);
}

}  // namespace vitrine::tests
