#include <algorithm>
#include <map>

#include <doctest/doctest.h>

#include "app/edit/sentence_typing.h"
#include "app/start/parts.h"
#include "app/start/state.h"
#include "app/state/window_commands.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::start_page_test {
using namespace vitrine::tests;

namespace {

/// Lets time pass in the module, as the window does in every frame.
void pass(State& state, double seconds) {
    constexpr double frame = 1.0 / 60;
    for (double passed = 0; passed < seconds; passed += frame) start_module.pass_time(state, frame);
}

}  // namespace

TEST_CASE("the predicted words appear one by one; pausing stops that, and playing again begins anew") {
    State state = opened("translation");
    apply(state, SetMenu{start_page});
    const StartPage& page = state.of<StartPage>();
    REQUIRE(page.said.size() == 5);
    CHECK(state.of<SentenceTyping>().text.text == "I am a student");
    CHECK(words_grown(page, 5) == 0);
    std::size_t before = 0;
    for (int i = 0; i < 40; ++i) {
        pass(state, 0.1);
        const std::size_t grown = words_grown(page, 5);
        CHECK(grown >= before);
        CHECK(grown <= before + 1);
        before = grown;
    }
    CHECK(before == 5);
    CHECK(!start_module.moving(state));
    apply(state, PlayStart{true});
    CHECK(words_grown(page, 5) == 0);
    CHECK(start_module.moving(state));
    pass(state, 0.5);
    apply(state, PlayStart{false});
    const std::size_t paused = words_grown(page, 5);
    pass(state, 5);
    CHECK(words_grown(page, 5) == paused);
    CHECK(!start_module.moving(state));
}

TEST_CASE("without motion all words are there at once") {
    State state = opened("translation");
    apply(state, SetMotion{Motion::at_once});
    apply(state, SetMenu{start_page});
    pass(state, 0.02);
    CHECK(words_grown(state.of<StartPage>(), 5) == 5);
}

TEST_CASE("greeting waits for a run") {
    State state = new_state();
    apply(state, Greet{});
    pass(state, 1);
    CHECK(state.menu.empty());
    apply(state, ShowRun{make_run(sample("translation"))});
    pass(state, 0.1);
    CHECK(state.menu == start_page);
    CHECK(state.focus == start_field);
}

TEST_CASE("the likeliest words are those of the recorded probabilities, in order") {
    const Counted checks(100);
    Random random(3);
    for (int i = 0; i < 20; ++i) {
        const auto run = any_run(random);
        const Tensor& probabilities = run->activations->probabilities;
        if (probabilities.empty()) continue;
        const auto likeliest = likeliest_words(*run, 0, 0, 5);
        for (std::size_t place = 0; place < likeliest.size(); ++place) {
            const auto [id, probability] = likeliest[place];
            CHECK(probability == static_cast<double>(probabilities.at({0, 0, id})));
            Size above = 0;
            for (Size other = 0; other < probabilities.size(2); ++other)
                above += static_cast<double>(probabilities.at({0, 0, other})) > probability;
            CHECK(above <= static_cast<Size>(place));
        }
    }
}

}  // namespace vitrine::start_page_test
