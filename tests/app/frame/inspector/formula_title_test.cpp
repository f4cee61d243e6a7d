/// The formula in the inspector, and its title: "how it is computed" stands only above the formula of the selected tensor itself.

#include <algorithm>
#include <string_view>

#include <doctest/doctest.h>

#include "app/frame/inspector/parts.h"
#include "app/state/place.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"

namespace vitrine::formula_title_test {
using namespace vitrine::tests;

namespace {

/// How many recorded tensors have each title.
struct Titles {
    int computed = 0, used = 0, inputs = 0;
};

/// Whether a step reads a tensor: itself, or for one of the tensors that it fills.
bool reads(const Outline& outline, const Step& step, const std::string& path) {
    const auto has = [&](const std::vector<std::string>& paths) { return std::ranges::find(paths, path) != paths.end(); };
    return has(step.inputs) ||
           std::ranges::any_of(step.outputs, [&](const std::string& output) { return has(outline.find(output)->operands); });
}

void check_titles(const std::shared_ptr<const Run>& run, Titles& titles) {
    State state = new_state();
    apply(state, ShowRun{run});
    const Outline& outline = run->outline();
    for (const TensorInfo& info : outline.tensors) {
        if (!run->find(info.path).present()) continue;
        select_tensor(state, info.path);
        const Step& step = outline.steps[static_cast<std::size_t>(state.step)];
        const ShownFormula shown = shown_formula(state);
        const std::string_view title = shown.title;
        CAPTURE(info.path);
        CAPTURE(title);
        CAPTURE(shown.formula);
        REQUIRE(state.selection.tensor == info.path);
        const bool of_result = info.path == step.result && shown.formula == step.formula,
                   of_tensor = info.dependence && shown.formula == info.dependence->formula;
        if (title.starts_with("HOW")) {
            CHECK((of_result || of_tensor));
            CHECK(info.dependence);  // something computes it
            ++titles.computed;
        } else if (title == "WHERE IT IS USED") {
            CHECK_FALSE(info.dependence);
            CHECK(shown.formula == step.formula);
            CHECK(reads(outline, step, info.path));
            ++titles.used;
        } else {
            CHECK(title == "INPUT");
            CHECK_FALSE(info.dependence);
            CHECK(step.operation == Operation::inputs);
            ++titles.inputs;
        }
    }
}

}  // namespace

TEST_CASE("the inspector says how a tensor is computed only above its own formula, and else where it is used") {
    Random random(811);
    Titles titles;
    for (int round = 0; round < 20; ++round) check_titles(any_edited_run(random), titles);
    for (int round = 0; round < 20; ++round) {
        auto model = std::make_shared<Model>();
        model->configuration = random_family(random);
        model->parameters = random_parameters(model->configuration, random);
        model->batch = random_batch(model->configuration, random);
        const auto run = make_run(std::shared_ptr<const Model>(model));
        check_titles(run, titles);
        check_titles(with_dropout(*run, random.next()), titles);
    }
    CHECK(titles.computed > 1000);
    CHECK(titles.used > 100);
    CHECK(titles.inputs == 0);
}

TEST_CASE("token ids and labels are not computed: the formula is that of the step that uses them") {
    State state = opened("translation");
    for (const char* path : {"src.tokens", "tgt.tokens", "labels"}) {
        select_tensor(state, path);
        CAPTURE(path);
        CHECK(std::string_view(shown_formula(state).title) == "WHERE IT IS USED");
    }
    for (const char* path : {"src.embedding", "token_loss", "loss", "decoder.layers.0.cross_attn.key"}) {
        select_tensor(state, path);
        CAPTURE(path);
        CHECK(std::string_view(shown_formula(state).title) == "HOW IT IS COMPUTED");
    }
}

TEST_CASE("the vectors given to one attention alone are inputs, and all else there is computed") {
    Titles titles;
    check_titles(make_run(sample("two-heads")), titles);
    CHECK(titles.inputs == 3);
    CHECK(titles.used == 0);
    CHECK(titles.computed > 5);
}

}  // namespace vitrine::formula_title_test
