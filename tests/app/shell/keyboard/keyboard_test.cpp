/// What keys do while a word of the batch has the ring.

#include "app/shell/keyboard/keyboard.h"

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/state.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "tests/app/opened.h"

namespace vitrine::keyboard_test {
using namespace vitrine::tests;

namespace {

constexpr TokenPlace suis{BatchSide::source, 0, 1};

/// A key as the window gives it: its chord, and what it types.
void press(State& state, const std::string& key, const std::string& text = "") {
    Input input;
    input.keys = {key};
    input.text = text;
    Commands commands;
    handle_keys(input, state, {}, commands);
    for (const Command& command : commands) vitrine::apply(state, command);
}

void type(State& state, const std::string& text) {
    for (const char c : text) press(state, std::string(1, c), std::string(1, c));
}

bool is(const State& state, std::size_t position, const char* word) {
    const std::int32_t id = wanted_batch(state).src.at({0, static_cast<Size>(position)});
    return state.run->model->source_vocabulary.word(id) == word;
}

}  // namespace

TEST_CASE("after a word that was clicked with the mouse, keys mean what they mean everywhere") {
    State state = opened("navigation");
    apply(state, TypeToken{suis});  // nothing had the ring
    type(state, "mois");
    press(state, "enter");
    REQUIRE(is(state, 1, "mois"));
    CHECK(state.focus.empty());
    press(state, "p", "p");
    CHECK(state.of<ComparisonView>().pinned);
    CHECK_FALSE(state.field);
    press(state, "2", "2");
    CHECK(state.view == View::attention);
}

TEST_CASE("a field that was clicked and closed without a change leaves the keyboard as it was, too") {
    State state = opened("navigation");
    apply(state, TypeToken{suis});
    press(state, "enter");
    CHECK(state.focus.empty());
    apply(state, TypeToken{suis});
    type(state, "mois");
    press(state, "escape");
    CHECK(is(state, 1, "suis"));
    CHECK(state.focus == "batch/source/1");  // one thing at a time: a second Escape takes the ring away
    press(state, "p", "p");
    CHECK(state.of<ComparisonView>().pinned);
    press(state, "escape");
    CHECK(state.focus.empty());
}

TEST_CASE("a word that was opened with the keyboard keeps the ring; letters are commands until the ring moves") {
    State state = opened("navigation");
    apply(state, SetFocus{"batch/source/1"});
    type(state, "mois");  // over the word with the ring
    REQUIRE(state.field);
    press(state, "enter");
    REQUIRE(is(state, 1, "mois"));
    CHECK(state.focus == "batch/source/1");
    press(state, "p", "p");
    CHECK_FALSE(state.field);
    CHECK(state.of<ComparisonView>().pinned);
    press(state, "delete");
    CHECK(sentence_length(wanted_batch(state), state.run->model->configuration, BatchSide::source, 0) == 2);

    // In another view, keys act on that view.
    CHECK(state.focus.starts_with("batch/source/"));
    press(state, "2", "2");
    CHECK(state.view == View::attention);
    CHECK(state.focus.empty());
    press(state, "delete");
    CHECK(sentence_length(wanted_batch(state), state.run->model->configuration, BatchSide::source, 0) == 2);

    apply(state, SetFocus{"batch/source/0"});
    type(state, "q");
    REQUIRE(state.field);
    CHECK(state.field->text.text == "q");
}

TEST_CASE("behind the last word one new word after the other is typed") {
    State state = opened("navigation");
    apply(state, TypeToken{{BatchSide::source, 0, 3}, true});
    for (const char* word : {"mois", "quel"}) {
        type(state, word);
        press(state, "enter");
        CHECK(state.focus == "batch/source/add");
    }
    CHECK(is(state, 3, "mois"));
    CHECK(is(state, 4, "quel"));
    press(state, "escape");
    CHECK(state.focus.empty());
}

}  // namespace vitrine::keyboard_test
