/// The way back from the links of the glossary, and the text of a term on the clipboard.

#include <doctest/doctest.h>

#include "app/actions/actions.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/commands.h"
#include "app/views/glossary/view.h"
#include "app/views/tensors/commands.h"
#include "tests/app/opened.h"

namespace vitrine::glossary_trail_test {
using namespace vitrine::tests;

namespace {

constexpr View glossary_view{glossary_name};

State in_glossary(const char* term) {
    State state = opened("translation");
    apply(state, SetView{glossary_view});
    apply(state, ChooseTerm{term});
    state.trail.clear();
    return state;
}

std::string shown(const State& state) { return std::string(shown_term(state).name); }

/// Does what a click on a link to a tensor does.
void follow_link(State& state, const std::string& tensor, View view) {
    apply(state, NotePlace{glossary_place(shown_term(state))});
    apply(state, SelectTensor{tensor});
    apply(state, SetView{view});
    apply(state, NotePlace{{.tensor = tensor, .view = view}});
}

}  // namespace

TEST_CASE("back leads from term to term as they were chosen, and forward again") {
    State state = in_glossary("attention");
    for (const char* term : {"query", "key", "softmax"}) apply(state, ChooseTerm{term});
    for (const char* term : {"key", "query", "attention"}) {
        apply(state, GoBack{});
        CHECK(shown(state) == term);
    }
    CHECK_FALSE(state.trail.has_back());
    apply(state, GoForward{});
    CHECK(shown(state) == "query");
    apply(state, MoveTerm{1});  // the arrow keys leave no trail, but following a link adds the term from which it starts
    const std::string beside = shown(state);
    apply(state, ChooseTerm{"value"});
    apply(state, GoBack{});
    CHECK(shown(state) == beside);
    CHECK(state.view == glossary_view);
}

TEST_CASE("back leads from a tensor to the term whose link led there, and from there to the number before") {
    State state = opened("translation");
    const std::string scores = "encoder.layers.0.self_attn.scores", weights = "decoder.layers.1.cross_attn.weights";
    apply(state, SetView{View::map});
    apply(state, SelectCell{scores, {0, 1, 2, 3}});
    apply(state, SetView{glossary_view});
    apply(state, ChooseTerm{"weights"});
    follow_link(state, weights, View::attention);
    CHECK(state.selection.tensor == weights);
    apply(state, GoBack{});
    CHECK(state.view == glossary_view);
    CHECK(shown(state) == "weights");
    apply(state, GoForward{});
    CHECK(state.view == View::attention);
    CHECK(state.selection.tensor == weights);
    apply(state, GoBack{});
    while (state.view == glossary_view && state.trail.has_back()) apply(state, GoBack{});
    CHECK(state.view == View::map);
    CHECK(state.selection.tensor == scores);
    CHECK(state.selection.cell == Index{0, 1, 2, 3});
}

TEST_CASE("between numbers the view that is open stays") {
    State state = opened("translation");
    apply(state, SetView{View::map});
    apply(state, SelectCell{"encoder.layers.0.self_attn.scores", {0, 1, 2, 3}});
    apply(state, SetView{View::tensors});
    apply(state, SelectCell{"encoder.layers.0.self_attn.weights", {0, 1, 2, 3}});
    apply(state, GoBack{});
    CHECK(state.view == View::tensors);
    CHECK(state.selection.tensor == "encoder.layers.0.self_attn.scores");
}

TEST_CASE("in the glossary Ctrl+C copies the term that is shown, with or without a model; elsewhere what is selected") {
    State state = in_glossary("causal mask");
    const Term& term = *find_term("causal mask");
    apply(state, CopySelection{});
    CHECK(state.copied.starts_with("causal mask\n"));
    CHECK(state.copied.ends_with(std::string(term.text) + '\n'));
    CHECK(state.copied.find(term.section) != std::string::npos);
    apply(state, SetView{View::map});
    apply(state, SelectTensor{"memory"});
    apply(state, CopySelection{});
    CHECK(state.copied.starts_with("memory"));

    State empty = new_state();
    apply(empty, SetView{View::map});
    CHECK_FALSE(refusal_of(*find_action(empty, "edit/copy"), empty).empty());
    apply(empty, SetView{glossary_view});
    CHECK(refusal_of(*find_action(empty, "edit/copy"), empty).empty());
    apply(empty, CopySelection{});
    CHECK(empty.copied == term_text(shown_term(empty)));
}

}  // namespace vitrine::glossary_trail_test
