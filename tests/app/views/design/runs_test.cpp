/// The Design view shows the effect of the explained choice and of nothing else, whatever else is altered in the run.

#include "app/views/design/runs.h"

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/state/window_commands.h"
#include "app/views/design/backward.h"
#include "app/views/design/commands.h"
#include "app/views/design/measures.h"
#include "app/views/design/state.h"
#include "core/model/design_choices.h"
#include "tests/app/any_runs.h"
#include "tests/app/family_runs.h"
#include "tests/app/opened.h"

namespace vitrine::design_runs_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

bool same_numbers(const Run& a, const Run& b, const std::string& path) {
    const TensorView first = a.find(path), second = b.find(path);
    if (!first.present() || !second.present()) return first.present() == second.present();
    if (first.layout.shape != second.layout.shape) return false;
    for (Size i = 0; i < first.layout.count(); ++i) {
        const Index cell = index_of(first.layout, i);
        if (!same_number(first.at(cell), second.at(cell))) return false;
    }
    return true;
}

State showing(const std::shared_ptr<const Run>& run) {
    State state = new_state();
    apply(state, ShowRun{run});
    return state;
}

/// What the window does between two frames.
void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
    if (const auto missing = missing_backward_numbers(state)) apply(state, carry_out_now(missing->job));
}

/// Checks the pair of the explained choice, and returns whether it has two runs.
bool check_pair(const State& state, const DesignChoice& choice) {
    const RunPair runs = run_pair(state);
    const Run& shown = *state.run;
    const std::string words = pair_words(state, runs);
    CAPTURE(words);
    CHECK_FALSE(runs.are_a_and_b);
    if (!runs.differ()) {
        CHECK(runs.first == state.run);
        CHECK(has(words, "Nothing is altered") == !shown.edits.alter());
        Design off = shown.edits.design;
        choice.make(off, true);
        const bool refused = !refusal(off, shown.model->configuration).empty();
        CHECK(runs.first_title == (choice.is_made(shown.regime.design) ? "off, as it is now"
                                   : refused                           ? "as it is now"
                                                                       : "on, as it is now"));
        return false;
    }
    // They differ in the choice, and in nothing else.
    CHECK_FALSE(choice.is_made(runs.first->regime.design));
    CHECK(choice.is_made(runs.second->regime.design));
    Edits first = runs.first->edits, second = runs.second->edits;
    choice.make(first.design, false), choice.make(second.design, false);
    CHECK(first == second);
    Edits own = shown.edits;
    choice.make(own.design, false);
    CHECK(first == own);
    CHECK((runs.first == state.run) != (runs.second == state.run));
    CHECK(has(runs.first_title, "as it is now") == (runs.first == state.run));
    CHECK(has(runs.second_title, "as it is now") == (runs.second == state.run));
    CHECK_FALSE(has(words, "Nothing is altered"));
    // Each run has the numbers that a run with its edits has.
    const Run& other = runs.first == state.run ? *runs.second : *runs.first;
    const auto again = with_edits(state.run, other.edits);
    for (const char* path : {"logits", "probabilities", "decoder.layers.0.self_attn.weights", "encoder.layers.0.residual2"})
        CHECK(same_numbers(other, *again, path));
    return true;
}

}  // namespace

TEST_CASE("a choice is held against the same run without it, whatever else is altered") {
    Random random(301);
    int pairs = 0, altered = 0, off = 0;
    for (int trial = 0; trial < 40; ++trial) {
        State state = showing(any_edited_run(random));
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            apply(state, ShowDesignChoice{std::string(choice.name)});
            if (!check_pair(state, choice)) continue;
            ++pairs;
            altered += !state.run->edits.interventions.empty();
            off += choice.is_made(state.run->regime.design);
        }
    }
    CHECK(pairs > 150);
    CHECK(altered > 80);
    CHECK(off > 20);
}

TEST_CASE("so are those of the families") {
    int pairs = 0;
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        State state = opened_family(family);
        Edits edits = state.edits;
        const bool encodes = state.run->model->configuration.has_encoder();
        edits.interventions.silenced = {{encodes ? "encoder.layers.0.self_attn" : "decoder.layers.0.self_attn", 0}};
        apply(state, SetEdits{edits, "silence"});
        follow(state);
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            apply(state, ShowDesignChoice{std::string(choice.name)});
            pairs += check_pair(state, choice);
        }
    }
    CHECK(pairs > 25);
}

TEST_CASE("a silenced head alone is not taken for the effect of a choice") {
    State state = opened("translation");
    const double own = *measured(measure_of_choice("unscaled_scores", *state.run), *state.run, *state.run).second.value;
    Edits edits = state.edits;
    edits.interventions.silenced = {{"encoder.layers.1.self_attn", 0}};
    apply(state, SetEdits{edits, "silence"});
    follow(state);
    apply(state, ShowDesignChoice{"unscaled_scores"});
    const RunPair runs = run_pair(state);
    const ShownNumber number =
        shown_number(measure_of_choice("unscaled_scores", *state.run), *runs.first, *runs.second, on_and_off);
    const MeasuredPair pair = measured(measure_of_choice("unscaled_scores", *state.run), *runs.first, *runs.second);
    CHECK(*pair.first.value == doctest::Approx(own));
    CHECK(*pair.second.value < own - 0.1);
    CHECK(number.outcome == "Here the rows come closer to all or nothing.");
    CHECK(has(pair_words(state, runs), "All else is the same in both: head 1 of self-attention in encoder layer 2 is silenced."));
}

TEST_CASE("what the two numbers say is so, and nothing is said of NaN") {
    Random random(302);
    std::map<std::string, int> said;
    for (int trial = 0; trial < 60; ++trial) {
        State state = showing(any_edited_run(random));
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            apply(state, ShowDesignChoice{std::string(choice.name)});
            const RunPair runs = run_pair(state);
            if (!runs.differ()) continue;
            const ChoiceMeasure measure = measure_of_choice(choice.name, *runs.second);
            const MeasuredPair pair = measured(measure, *runs.first, *runs.second);
            const ShownNumber number = shown_number(measure, *runs.first, *runs.second, on_and_off);
            CAPTURE(number.text);
            CAPTURE(number.outcome);
            const bool both =
                pair.first.value && pair.second.value && !std::isnan(*pair.first.value) && !std::isnan(*pair.second.value);
            if (!both) {
                CHECK(number.outcome.empty());
                ++said["none"];
                continue;
            }
            const std::size_t arrow = number.text.find(" → ");
            REQUIRE(arrow != std::string::npos);
            const bool alike = number.text.substr(0, arrow) == number.text.substr(arrow + std::string(" → ").size());
            CHECK(has(number.outcome, "no difference") == alike);
            ++said[alike ? "alike" : "differs"];
            if (choice.name != "unscaled_scores" || alike) continue;
            CHECK(has(number.outcome, "closer to all or nothing") == (*pair.second.value < *pair.first.value));
            ++said["evenness"];
        }
    }
    for (const char* what : {"none", "alike", "differs", "evenness"}) {
        CAPTURE(what);
        CHECK(said[what] > 5);
    }
}

TEST_CASE("another model is held against one that is drawn from the same seed and differs in that part alone") {
    State state = opened("translation");
    Edits edits = state.edits;
    edits.variant = {.norm_placement = NormPlacement::before, .heads = 2, .positions = PositionKind::learned, .seed = 5};
    apply(state, SetEdits{edits, "another model"});
    follow(state);
    int pairs = 0;
    for (const VariantChoice& choice : variant_choices()) {
        CAPTURE(choice.name);
        apply(state, ShowDesignChoice{std::string(choice.name)});
        const RunPair runs = run_pair(state);
        REQUIRE(runs.differ());
        CHECK(runs.second == state.run);
        CHECK(runs.first->edits.variant.seed == 5);
        Variant first = runs.first->edits.variant, second = runs.second->edits.variant;
        switch (part_of(choice.name)) {
            case VariantPart::norm:
                CHECK(first.norm_placement == NormPlacement::after);
                first.norm_placement = second.norm_placement;
                break;
            case VariantPart::heads:
                CHECK(first.heads == opened(state.run)->model->configuration.nhead);
                first.heads = second.heads;
                break;
            default:
                CHECK(first.positions == PositionKind::sinusoidal);
                first.positions = second.positions;
        }
        CHECK(first == second);
        CHECK(has(pair_words(state, runs), "Both are drawn from seed 5"));
        ++pairs;
    }
    CHECK(pairs == 3);
    // The model itself is held against no other model.
    apply(state, SetEdits{{}, "own"});
    follow(state);
    for (const VariantChoice& choice : variant_choices()) {
        apply(state, ShowDesignChoice{std::string(choice.name)});
        CHECK_FALSE(run_pair(state).differ());
    }
}

TEST_CASE("a number that is NaN is told from a gradient that does not arrive") {
    State state = opened("translation");
    Edits edits = state.edits;
    edits.interventions.overwrites = {{"encoder.layers.0.self_attn.scores", {0, 0, 0, 0}, NAN}};
    apply(state, SetEdits{edits, "NaN"});
    apply(state, SetView{View::design});
    for (const char* choice : {"unscaled_scores", "no_residuals"}) {
        CAPTURE(choice);
        apply(state, ShowDesignChoice{choice});
        follow(state);
        const BackwardNumbers* numbers = backward_numbers(state);
        REQUIRE(numbers);
        CHECK(numbers->why_none == "The gradient is NaN or infinite there.");
    }
}

TEST_CASE("A and B stay A and B") {
    State state = opened("translation");
    apply(state, PinRun{state.run});
    Edits edits = state.edits;
    edits.interventions.silenced = {{"decoder.layers.0.cross_attn", 1}};
    apply(state, SetEdits{edits, "silence"});
    follow(state);
    state.run = difference_of({.a = state.of<ComparisonView>().pinned, .b = state.of<ComparisonView>().working});
    const RunPair runs = run_pair(state);
    CHECK(runs.are_a_and_b);
    CHECK(runs.first_title == "run A");
    CHECK(runs.second_title == "run B");
    CHECK(has(pair_words(state, runs), "B: "));
}

}  // namespace vitrine::design_runs_test
