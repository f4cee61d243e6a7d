#include "app/state/state.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/session/describe.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "app/views/design/look.h"
#include "app/views/design/state.h"
#include "app/words/alterations.h"
#include "app/words/design.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::design_view_test {
using namespace vitrine::tests;

namespace {

/// Does what the window does between two frames: makes the edited run.
void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
}

void take_back(State& state, std::string_view name) {
    Edits edits = state.edits;
    edits.design = with_choice(state, *find_design_choice(name), true);
    apply(state, SetEdits{std::move(edits), std::string(name)});
    follow(state);
}

void become(State& state, const Variant& variant) {
    Edits edits = state.edits;
    edits.variant = variant;
    apply(state, SetEdits{std::move(edits), "another model"});
    follow(state);
}

bool same_numbers(const Tensor& a, const Tensor& b) {
    return a.count() == b.count() && std::equal(a.data(), a.data() + a.count(), b.data());
}

Tensor logits_of(const Model& model, const Design& design) {
    Activations activations;
    forward({model.configuration, model.parameters, model.batch, {.design = design}}, activations);
    return activations.logits;
}

}  // namespace

TEST_CASE("another choice is read from the top, and what stays explained stays where it is") {
    State state = opened("translation");
    const auto scrolled = [&](const Command& command) {
        apply(state, SetScroll{"design", 120});
        apply(state, command);
        follow(state);
        return state.scroll["design"];
    };
    CHECK(scrolled(ShowDesignChoice{"no_causal_mask"}) == 0);
    CHECK(scrolled(ShowDesignChoice{"no_causal_mask"}) == 120);
    CHECK(scrolled(ShowDesignChoice{"nothing"}) == 120);
    CHECK(scrolled(SetDesignChoice{"no_causal_mask", true}) == 120);
    CHECK(scrolled(SetDesignChoice{"no_positions", true}) == 0);
    // In a narrow window the choices of another model stand at the end of the page.
    CHECK(scrolled(SetVariant{{.heads = 1, .seed = 5}, "heads"}) == 120);
    CHECK(state.of<DesignView>().shown == "heads");
}

TEST_CASE("every choice that is switched off makes the run that the model makes without it; undo and redo go back and forth") {
    const Counted checks(50);
    for (const DesignChoice& choice : design_choices()) {
        CAPTURE(choice.name);
        State state = opened("translation");
        const auto plain = state.run;
        take_back(state, choice.name);
        Design design;
        choice.make(design, true);
        CHECK(state.run->regime.design == design);
        CHECK(same_numbers(state.run->activations->logits, logits_of(*plain->model, design)));
        CHECK(state.run->untouched == plain);
        CHECK(design_phrases(design).size() == 1);
        CHECK(alterations_text(*state.run) == design_phrases(design)[0]);
        CHECK(nlohmann::json(to_json(state))["design"]["taken_back"] == nlohmann::json{choice.name});
        apply(state, Undo{});
        follow(state);
        CHECK(state.run == plain);
        apply(state, Redo{});
        follow(state);
        CHECK(state.run->regime.design == design);
    }
}

TEST_CASE("choices add up, and numbers are altered by hand on top of them, also such as only they have") {
    State state = opened("navigation");
    take_back(state, "mask_after_softmax");
    take_back(state, "unscaled_scores");
    const std::string path = "decoder.layers.0.self_attn.unmasked_weights";
    REQUIRE(state.run->trace.find(path).present());
    Edits edits = state.edits;
    edits.interventions.overwrites = {{path, {0, 0, 0, 0}, 0.25}};
    const auto altered = with_edits(state.run, edits);
    CHECK(altered->trace.find(path).at({0, 0, 0, 0}) == 0.25);
    CHECK(altered->trace.find("decoder.layers.0.self_attn.weights").at({0, 0, 0, 0}) == 0.25);
    // The same, now from a run without this tensor.
    const auto again = with_edits(opened(state.run), edits);
    CHECK(same_numbers(again->activations->logits, altered->activations->logits));
    edits.interventions.overwrites[0].path = "decoder.layers.0.self_attn.masked_scores";
    CHECK_THROWS_AS(with_edits(state.run, edits), Error);
}

TEST_CASE("what does not go together is refused, and what is on the screen stays") {
    State state = opened("translation");
    take_back(state, "no_padding_mask");
    const DesignChoice& wrong_axis = *find_design_choice("padding_on_queries");
    CHECK_FALSE(refusal(state, wrong_axis, true).empty());
    CHECK(refusal(state, *find_design_choice("no_residuals"), true).empty());
    Edits edits = state.edits;
    edits.design = with_choice(state, wrong_axis, true);
    CHECK_THROWS_AS(with_edits(state.run, edits), Error);
}

TEST_CASE("a selected tensor that a design does not have gives way to one that it has") {
    State state = opened("translation");
    apply(state, SelectCell{"decoder.layers.1.self_attn.masked_scores", {0, 1, 2, 0}});
    take_back(state, "mask_after_softmax");
    CHECK(state.run->find(state.selection.tensor).present());
    CHECK_FALSE(state.selection.cell.has_value());
    apply(state, SelectTensor{"tgt.positions"});
    take_back(state, "no_positions");
    CHECK(state.run->find(state.selection.tensor).present());
}

TEST_CASE("a parameter that a design leaves unread can be looked at all the same") {
    State state = opened("translation");
    take_back(state, "shared_attention");
    apply(state, SelectTensor{"transformer.decoder.layers.0.multihead_attn.in_proj_weight"});
    CHECK(state.selection.tensor == "transformer.decoder.layers.0.multihead_attn.in_proj_weight");
    CHECK(state.step <= state.run->last_step());
}

TEST_CASE("a variant is another model on the same sentences, its weights drawn from its seed") {
    State state = opened("translation");
    const auto plain = state.run;
    const Variant variant{.norm_placement = NormPlacement::before, .heads = 1, .positions = PositionKind::learned, .seed = 3};
    become(state, variant);
    const Run& run = *state.run;
    CHECK(run.model->configuration == with(plain->model->configuration, variant));
    CHECK(run.activations->encoder.layers[0].self_attn().weights.size(1) == 1);
    CHECK(
        same_numbers(run.parameters->src_positions.weight, initialise(run.model->configuration, {.seed = 3}).src_positions.weight));
    CHECK(*run.batch == *plain->batch);
    CHECK(variant_words(variant) == "pre-norm, one head, learned positions, all weights drawn from seed 3");
    take_back(state, "no_residuals");
    CHECK(state.run->model->configuration.nhead == 1);
    become(state, {.seed = 3});
    CHECK(state.run->model->configuration == plain->model->configuration);
    CHECK(same_numbers(state.run->activations->logits, logits_of(*plain->model, {.residuals = false})));
}

TEST_CASE("what the model says is told word by word, padding left out") {
    const Counted checks(15);
    State state = opened("translation");
    const auto before = state.run;
    take_back(state, "no_positions");
    for (Size sentence = 0; sentence < sentence_count(*before); ++sentence) {
        const auto same = predicted_words(*before, *before, sentence), all = predicted_words(*before, *state.run, sentence);
        CHECK(std::ranges::none_of(same, &PredictedWord::has_changed));
        const IndexTensor& tokens = before->batch->tgt;
        const std::int32_t* first = tokens.data() + sentence * tokens.size(1);
        const auto words = tokens.size(1) - std::count(first, first + tokens.size(1), before->model->configuration.pad_tgt);
        CHECK(static_cast<Size>(all.size()) == words);
        for (const PredictedWord& said : all) CHECK(said.label.has_value());
    }
}

TEST_CASE("every choice leads to a tensor that its run has, whichever departures there are") {
    for (const DesignChoice& choice : design_choices()) {
        CAPTURE(choice.name);
        State state = opened("translation");
        take_back(state, choice.name);
        apply(state, ShowDesignChoice{std::string(choice.name)});
        for (const Command& command : look_there(state).commands) apply(state, command);
        CHECK(state.view != View::design);
        CHECK(state.run->find(state.selection.tensor).present());
        CHECK(state.of<ComparisonView>().pinned == untouched(working_run(state)));  // the runs before and after are compared
        CHECK(state.of<ComparisonView>().pinned != state.of<ComparisonView>().working);
    }
    State state = opened("translation");
    apply(state, ShowDesignChoice{"no_padding_mask"});
    CHECK(look_there(state).words == "the encoder's mask of a padded sentence");
    State without_padding = opened("by-hand");
    apply(without_padding, ShowDesignChoice{"no_padding_mask"});
    CHECK(look_there(without_padding).words == "the encoder's mask; no sentence here has padding");
    apply(state, ShowDesignChoice{"heads"});
    CHECK(explained_choice(state).name == "heads");
    apply(state, ShowDesignChoice{"no such choice"});
    CHECK(state.of<DesignView>().shown == "heads");
}

}  // namespace vitrine::design_view_test
