/// A run that is kept for comparison with the current one, and how every view shows their difference.

#include "app/compare/comparing.h"

#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/difference_job.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/run/picture.h"
#include "app/session/describe.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/map/lit_cells.h"
#include "app/words/changes.h"
#include "tests/app/compare/compared.h"
#include "tests/counted.h"

namespace vitrine::comparing_test {
using namespace vitrine::tests;

namespace {

nlohmann::json json_of(const State& state) { return nlohmann::json(to_json(state))["comparison"]; }

/// Whether a cell of the difference is what it should be.
bool is_change(double made, double a, double b) {
    if (a == b) return made == 0;
    const auto expected = static_cast<double>(static_cast<float>(b - a));
    return made == expected || (std::isnan(made) && std::isnan(expected));
}

}  // namespace

TEST_CASE("what is pinned stays A, what is done becomes B, and every side can be shown") {
    State state = opened("translation");
    const auto first = state.run;
    CHECK(json_of(state).is_null());
    apply(state, ShowSide{ComparedSide::a});
    CHECK(state.of<ComparisonView>().side == ComparedSide::b);
    apply(state, PinRun{});
    CHECK(state.run == first);
    replace_word(state, 0, 3, "une");
    const auto second = state.run;
    CHECK(second != first);
    show(state, ComparedSide::a);
    CHECK(state.run == first);
    CHECK(working_run(state) == second);
    CHECK_FALSE(lacks_edits(state));
    show(state, ComparedSide::difference);
    REQUIRE(state.run->difference);
    CHECK(state.run->difference->a == first);
    CHECK(state.run->difference->b == second);
    show(state, ComparedSide::b);
    CHECK(state.run == second);
    CHECK(json_of(state)["a"] == "translation, as opened");
    CHECK(json_of(state)["b"] == "translation: “un” → “une” in sentence 1");
    apply(state, UnpinRun{});
    CHECK(state.run == second);
    CHECK(json_of(state).is_null());
}

TEST_CASE("the difference is B − A in every cell of every tensor and parameter, and claims no formula") {
    State state = compared();
    show(state, ComparedSide::difference);
    const Run& change = *state.run;
    const Run &a = *change.difference->a, &b = *change.difference->b;
    for (const std::string& path : paths_of(b)) {
        CAPTURE(path);
        const TensorView made = change.find(path), before = a.find(path), now = b.find(path);
        REQUIRE(made.present());
        REQUIRE(made.layout.shape == now.layout.shape);
        const TensorInfo& info = *change.info(path);
        CHECK(info.is_change);
        CHECK_FALSE(info.dependence);
        CHECK(info.operands.empty());
        if (now.type == ElementType::index) continue;
        CHECK(reading_of(info, made.type) == Reading::signed_values);
        CHECK_FALSE(mask_of(change, info));
        bool all = true;
        for (Size i = 0; i < now.layout.count(); ++i) {
            const Index cell = index_of(now.layout, i);
            all = all && is_change(made.at(cell), before.at(cell), now.at(cell));
        }
        CHECK(all);
    }
    CHECK(change.anatomy->explain("logits", {0, 0, 0}).terms.empty());
    CHECK(change.anatomy->uses("memory", {0, 0, 0}).empty());
}

TEST_CASE("ids of the difference say what became of a word") {
    State state = compared();
    show(state, ComparedSide::difference);
    const TensorInfo& tokens = *state.run->info("tgt.tokens");
    CHECK(change_text(*state.run, tokens, {0, 3}) == "“un → une”");
    CHECK(change_text(*state.run, tokens, {0, 1}) == "“Je”");
    const TensorInfo& logits = *state.run->info("logits");
    CHECK(axis_labels(*state.run, logits, 1, 0)[3] == "un → une");
    CHECK(axis_labels(*state.run, logits, 1, 1)[3] == "un");
}

TEST_CASE("one word changed: its tensor is the first that differs, and what comes before it in time or place does not") {
    State state = compared();
    apply(state, SetView{View::compare});
    follow(state);
    CHECK(json_of(state)["first"] == "tgt.tokens");
    const RunDifference& difference = *comparison_of(state);
    CHECK_FALSE(difference.find("memory")->differs());
    CHECK_FALSE(difference.find(cross + ".key")->differs());
    CHECK(difference.find("logits")->differs());
    for (const TensorChange& parameter : difference.parameters) CHECK_FALSE(parameter.differs());
    const Run& change = *state.of<ComparisonView>().difference;
    const TensorView logits = change.find("logits");
    for (Size position = 0; position < 3; ++position) CHECK(logits.at({0, position, 5}) == 0);
    CHECK(logits.at({1, 3, 5}) == 0);
}

TEST_CASE("pinning again makes A of what is worked on, whichever side is shown") {
    State state = compared();
    const auto worked_on = state.run;
    show(state, ComparedSide::difference);
    apply(state, PinRun{});
    CHECK(state.of<ComparisonView>().pinned == worked_on);
    CHECK(state.run == worked_on);
    CHECK(state.of<ComparisonView>().side == ComparedSide::b);
}

TEST_CASE("another model can be opened beside the pinned one; what cannot be compared is hatched and says why") {
    State state = opened("translation");
    const auto pinned = state.run;
    apply(state, PinRun{});
    apply(state, SelectCell{"logits", {4, 4, 7}});
    apply(state, SelectSentence{4});
    apply(state, ShowSide{ComparedSide::a});
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.of<ComparisonView>().pinned == pinned);
    CHECK(state.run->model->name == "navigation");
    show(state, ComparedSide::difference);
    REQUIRE(state.run->difference);
    const TensorInfo& memory = *state.run->info("memory");
    REQUIRE(mask_of(*state.run, memory));
    CHECK(mask_of(*state.run, memory)->at({0, 0, 0}) == 0);
    CHECK(std::isnan(state.run->find("memory").at({0, 0, 0})));
    CHECK(change_text(*state.run, memory, {0, 0, 0}) == "none");
    CHECK(fit_words(*state.run->difference->find("memory")) != "it is in both");
    show(state, ComparedSide::a);
    apply(state, SelectSentence{4});
    CHECK(state.selection.sentence == 4);
    show(state, ComparedSide::b);
    CHECK(state.selection.sentence < sentence_count(*state.run));
}

TEST_CASE("with gradients of both, the difference has theirs") {
    State state = compared();
    show(state, ComparedSide::difference);
    apply(state, SetAspect{Aspect::gradient});
    for (int i = 0; i < 2; ++i) {
        const auto run = run_without_gradients(state);
        REQUIRE(run);
        apply(state, UpdateRun{with_gradients(*run)});
        follow(state);
    }
    CHECK_FALSE(run_without_gradients(state));
    REQUIRE(state.run->difference);
    const TensorView change = find_gradient(*state.run, "memory"), a = find_gradient(*state.of<ComparisonView>().pinned, "memory"),
                     b = find_gradient(*state.of<ComparisonView>().working, "memory");
    REQUIRE(change.present());
    bool all = true;
    for (Size i = 0; i < change.layout.count(); ++i) {
        const Index cell = index_of(change.layout, i);
        all = all && is_change(change.at(cell), a.at(cell), b.at(cell));
    }
    CHECK(all);
}

TEST_CASE("a difference that was asked for is that of its two runs, and shown while these are compared") {
    State state = compared();
    apply(state, SetView{View::compare});
    follow(state);
    const Command news = carry_out_now(difference_job(compared_runs(state)));
    const auto& shown = *news.as<ShowDifference>();
    CHECK(shown.difference->difference->b == working_run(state));
    CHECK(most_changed_first(shown.difference->difference->tensors) == most_changed_first(comparison_of(state)->tensors));
    apply(state, Undo{});
    follow(state);
    const auto newer = state.of<ComparisonView>().difference;
    apply(state, news);
    CHECK(state.of<ComparisonView>().difference == newer);
}

TEST_CASE("another model that is opened is B, whichever view is shown") {
    const Counted checks(27);
    for (const Module* view : views(all_modules())) {
        State state = opened("navigation");
        const auto first = state.run;
        apply(state, PinRun{});
        apply(state, SetView{View{view->name}});
        const auto second = opened("translation").run;
        apply(state, ShowRun{second});
        INFO(view->name);
        CHECK(state.run == second);
        CHECK(state.of<ComparisonView>().working == second);
        CHECK(state.of<ComparisonView>().pinned == first);
    }
}

TEST_CASE("no cell of a difference lights others, nor does one of a tensor that shows another's memory") {
    State state = opened("navigation");
    apply(state, PinRun{});
    apply(state, SilenceHead{"encoder.layers.0.self_attn", 1, true});
    follow(state);
    show(state, ComparedSide::difference);
    REQUIRE(state.run->difference);
    int views_of_others = 0;
    for (const std::string& path : paths_of(*state.run)) {
        CAPTURE(path);
        apply(state, SelectCell{path, {}});
        REQUIRE(state.selection.tensor == path);
        CHECK(lit_cells(state).empty());
        views_of_others += state.run->info(path)->is_view;
    }
    CHECK(views_of_others > 0);
}

}  // namespace vitrine::comparing_test
