#include "app/words/alterations.h"

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/describe.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/words/changes.h"
#include "core/pass/transformer.h"
#include "tests/app/opened.h"
#include "tests/app/random_runs.h"

namespace vitrine::altering_test {
using namespace vitrine::tests;

namespace {

const std::string attention = "decoder.layers.0.cross_attn";

/// Does what the window does between two frames: makes the edited run.
void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
}

bool same_numbers(const Trace& a, const Trace& b) {
    for (std::size_t i = 0; i < a.tensors.size(); ++i) {
        if (!a.tensors[i].present()) continue;
        const Layout& layout = a.tensors[i].layout;
        for (Size cell = 0; cell < layout.count(); ++cell) {
            if (a.tensors[i].at(index_of(layout, cell)) != b.tensors[i].at(index_of(layout, cell))) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("silencing a head alters the run as a full pass with that head silenced does, and leaves what is selected") {
    State state = opened("navigation");
    const auto plain = state.run;
    apply(state, SelectCell{attention + ".weights", {0, 1, 1, 0}});
    apply(state, SilenceHead{attention, 1, true});
    CHECK(lacks_edits(state));
    CHECK(state.run == plain);
    follow(state);
    CHECK_FALSE(lacks_edits(state));
    CHECK(state.run->generation != plain->generation);
    CHECK((state.selection.cell == Index{0, 1, 1, 0}));
    const Model& model = *plain->model;
    const Interventions silent{.silenced = {{attention, 1}}};
    Activations expected;
    forward({model.configuration, model.parameters, model.batch, {}, &silent}, expected);
    CHECK(same_numbers(state.run->trace, make_trace(plain->trace.outline, expected)));
    CHECK_FALSE(same_numbers(state.run->trace, plain->trace));
    CHECK(alterations_text(*state.run) == "head 2 of cross-attention in decoder layer 1 is silenced");
    CHECK(nlohmann::json(to_json(state))["altered"]["silenced"][0]["head"] == 1);
}

TEST_CASE("alterations of different kinds are set apart, so that no verb is read with the one before") {
    State state = opened("navigation");
    Edits edits{.interventions = {.silenced = {{attention, 1}}}};
    edits.design.mask_after_softmax = true, edits.design.positions = false;
    apply(state, SetEdits{edits, "several"});
    follow(state);
    CHECK(alterations_text(*state.run) ==
          "mask after the softmax; no positions; head 2 of cross-attention in decoder layer 1 is silenced");
    CHECK(run_words(*state.run).ends_with(": " + alterations_text(*state.run)));
}

TEST_CASE("tensors are untouched, set by hand, or changed by what was") {
    State state = opened("navigation");
    CHECK(alteration_of(*state.run, attention + ".context") == Alteration::none);
    apply(state, SilenceHead{attention, 0, true});
    follow(state);
    const Run& run = *state.run;
    CHECK(alteration_of(run, attention + ".context") == Alteration::by_hand);
    CHECK(alteration_of(run, attention + ".merged") == Alteration::follows);
    CHECK(alteration_of(run, "logits") == Alteration::follows);
    CHECK(alteration_of(run, attention + ".weights") == Alteration::none);
    CHECK(alteration_of(run, "memory") == Alteration::none);
    CHECK(alteration_of(run, "no.such.tensor") == Alteration::none);
    CHECK(is_changed(run, attention + ".context", {0, 0, 0, 0}));
    CHECK_FALSE(is_changed(run, attention + ".context", {0, 1, 0, 0}));
    CHECK(run.trace.find("memory").data == run.untouched->trace.find("memory").data);
}

TEST_CASE("a number that its terms do not make says why") {
    State state = opened("navigation");
    const std::string scores = attention + ".scores";
    Edits edits{.interventions = {.overwrites = {{scores, {0, 1, 2, 0}, 5}}, .silenced = {{attention, 1}}}};
    apply(state, SetEdits{edits, "both"});
    follow(state);
    const Run& run = *state.run;
    CHECK(by_hand_words(run, scores, {0, 1, 2, 0}) == "set by hand");
    CHECK(by_hand_words(run, scores, {0, 1, 2, 1}) == "");
    CHECK(by_hand_words(run, attention + ".context", {1, 1, 0, 0}) == "head 2 is silenced");
    CHECK(by_hand_words(run, attention + ".context", {1, 0, 0, 0}) == "");
}

TEST_CASE("what is said to be set by hand is the number that was set, in any run") {
    Random random(37);
    int by_hand = 0, silenced = 0;
    for (int round = 0; round < 240; ++round) {
        const auto run = random_edited_run(random);
        const Interventions& done = run->edits.interventions;
        for (std::size_t i = 0; i < done.overwrites.size(); ++i) {
            const Overwrite& written = done.overwrites[i];
            const auto again =
                std::find_if(done.overwrites.begin() + static_cast<std::ptrdiff_t>(i) + 1, done.overwrites.end(),
                             [&](const Overwrite& later) { return later.path == written.path && later.index == written.index; });
            if (again != done.overwrites.end()) continue;  // the last one wins
            const double is = run->find(written.path).at(written.index);
            const bool same =
                is == static_cast<double>(static_cast<Scalar>(written.value)) || (std::isnan(is) && std::isnan(written.value));
            const bool said = by_hand_words(*run, written.path, written.index) == "set by hand";
            CAPTURE(written.path);
            if (said) CHECK(same);
            CHECK(said == without_effect_words(done, written).empty());
            ++(said ? by_hand : silenced);
        }
    }
    CHECK(by_hand > 50);
    CHECK(silenced > 0);
}

TEST_CASE("a residual that is switched off is explained by what is left of it, and undone it is a sum again") {
    State state = opened("navigation");
    const std::string residual = "encoder.layers.0.residual1", sublayer = "encoder.layers.0.self_attn";
    const Index cell{0, 1, 0};
    apply(state, SetEdits{{.interventions = {.skipped_residuals = {sublayer}}}, "skip"});
    follow(state);
    const Explanation alone = state.run->anatomy->explain(residual, cell);
    REQUIRE(alone.terms.size() == 1);
    CHECK(alone.terms[0].factors[0].path == sublayer + ".output");
    CHECK(alone.result == alone.value);
    CHECK(by_hand_words(*state.run, residual, cell) == "");
    for (const CellUse& use : state.run->anatomy->uses("src.sum", cell)) CHECK(use.path != residual);
    apply(state, Undo{});
    follow(state);
    CHECK(state.run->anatomy->explain(residual, cell).terms.size() == 2);
}

TEST_CASE("restoring brings back the run as it was, and so does letting the last silent head speak") {
    State state = opened("navigation");
    const auto plain = state.run;
    apply(state, SilenceHead{attention, 0, true});
    follow(state);
    apply(state, SilenceHead{"encoder.layers.0.self_attn", 2, true});
    follow(state);
    CHECK(state.run->edits.interventions.silenced.size() == 2);
    apply(state, RestoreRun{});
    CHECK(state.run == plain);
    CHECK_FALSE(lacks_edits(state));
    apply(state, SilenceHead{attention, 0, true});
    follow(state);
    apply(state, SilenceHead{attention, 0, false});
    CHECK(state.run == plain);
    CHECK(nlohmann::json(to_json(state))["altered"].is_null());
}

TEST_CASE("heads that there are not, and runs that are no longer wanted, change nothing") {
    State state = opened("navigation");
    const auto plain = state.run;
    apply(state, SilenceHead{"encoder.layers.0.ffn", 0, true});
    apply(state, SilenceHead{attention, 3, true});
    apply(state, SilenceHead{attention, -1, true});
    CHECK_FALSE(lacks_edits(state));
    apply(state, SilenceHead{attention, 0, true});
    const auto late = with_edits(state.run, state.edits);
    apply(state, SilenceHead{attention, 1, true});
    apply(state, ShowEditedRun{late});
    CHECK(state.run == plain);
    apply(state, RestoreRun{});
    apply(state, ShowEditedRun{late});
    CHECK(state.run == plain);
}

TEST_CASE("another model is untouched, whatever was done to the one before") {
    State state = opened("navigation");
    apply(state, SilenceHead{attention, 0, true});
    follow(state);
    apply(state, ShowRun{opened("translation").run});
    CHECK(state.edits.empty());
    CHECK_FALSE(lacks_edits(state));
}

TEST_CASE("away from the drawing thread the newest alteration wins, and one can be asked for again") {
    State state = opened("navigation");
    const Edits first{.interventions = {.silenced = {{attention, 0}}}}, second{.interventions = {.silenced = {{attention, 1}}}};
    const auto scheduler = make_scheduler(Scheduling::threads);
    const auto ask = [&](const Edits& edits) { scheduler->ask("screen", edit_job(state.run, edits)); };
    ask(first);
    ask(second);
    scheduler->wait();
    Commands news = scheduler->take();
    REQUIRE(news.size() == 1);
    CHECK(news[0].as<ShowEditedRun>()->run->edits == second);
    ask(second);
    ask(second);
    scheduler->wait();
    CHECK(scheduler->take().size() == 1);
    ask({.interventions = {.silenced = {{"nowhere", 0}}}});
    scheduler->wait();
    news = scheduler->take();
    REQUIRE(news.size() == 1);
    const auto& failed = *news[0].as<EditsFailed>();
    CHECK(failed.why == "silenced: this model has no attention 'nowhere'");
    CHECK(failed.edits.interventions.silenced.front().attention == "nowhere");
}

TEST_CASE("an altered run has gradients of its own: a silenced head passes nothing back") {
    State state = opened("navigation");
    apply(state, SilenceHead{attention, 0, true});
    follow(state);
    const auto differentiated = with_gradients(*state.run);
    const auto head_of = [&](const std::string& path, Size head) {
        const TensorView slope = find_gradient(*differentiated, path);
        double sum = 0;
        for (Size i = 0; i < slope.layout.count(); ++i) {
            const Index cell = index_of(slope.layout, i);
            if (cell[1] == head) sum += std::abs(slope.at(cell));
        }
        return sum;
    };
    CHECK(head_of(attention + ".context", 0) > 0);  // of a little more than nothing
    CHECK(head_of(attention + ".weights", 0) == 0);
    CHECK(head_of(attention + ".value", 0) == 0);
    CHECK(head_of(attention + ".weights", 1) > 0);
    CHECK(differentiated->edits == state.run->edits);
}

}  // namespace vitrine::altering_test
