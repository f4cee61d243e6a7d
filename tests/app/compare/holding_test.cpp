/// Another program's trace as run A.

#include "app/views/compare/holding.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/run/picture.h"
#include "app/run/prediction.h"
#include "app/run/recorded.h"
#include "app/session/session.h"
#include "app/words/changes.h"
#include "core/against/recorded_trace.h"
#include "core/cause/search.h"
#include "core/files/safetensors.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"
#include "tests/counted.h"
#include "tests/implementations.h"
#include "tests/temporary_folder.h"

namespace vitrine::holding_test {
using namespace vitrine::tests;

namespace {

std::shared_ptr<const Run> run_of(test::Implementation& one) {
    auto model = std::make_shared<Model>();
    model->name = model->title = "theirs";
    model->configuration = one.model.configuration;
    model->parameters = std::move(one.model.parameters);
    model->batch = std::move(one.batch);
    model->origins = one.origins;
    return make_run(std::move(model));
}

/// A state that compares with a trace, after the search for causes.
State holding(const std::shared_ptr<const Run>& ours, const std::string& trace) {
    State state = new_state();
    apply(state, ShowRun{ours});
    apply(state, HoldTrace{trace});
    while (const auto missing = missing_trace(state)) vitrine::apply(state, carry_out_now(missing->job));
    return state;
}

}  // namespace

TEST_CASE("what other implementations recorded is run A as far as it goes, and differs first where they go wrong") {
    const Counted checks(100);
    for (const auto& folder : test::implementations()) {
        CAPTURE(folder.filename().string());
        test::Implementation one = test::read_implementation(folder);
        const nlohmann::json facts = one.facts;
        const auto ours = run_of(one);
        State state = holding(ours, one.trace.string());
        REQUIRE(state.message.empty());
        REQUIRE(holds_against_reference(state));
        const Run& a = *state.of<ComparisonView>().pinned;
        CHECK(run_words(a) == one.trace.filename().string() + ", recorded by another program");

        const auto made = difference_of({.a = state.of<ComparisonView>().pinned, .b = ours});
        const TensorChange* first = first_difference(*made->difference);
        const auto expected = facts["first_beyond"];
        const auto pair = first_beyond(a.recorded->matched, as_reference(*ours), usual_tolerance);
        REQUIRE((first != nullptr) == !expected.is_null());
        if (first) {
            CHECK(first->path == a.recorded->matched.pairs[*pair].reference);
            CHECK(a.recorded->matched.pairs[*pair].path == expected.get<std::string>());
        }
        const HeldTrace& held = state.of<HeldTrace>();
        REQUIRE((held.told != nullptr));
        REQUIRE(held.told->causes.size() == facts["causes"].size());
        for (std::size_t i = 0; i < held.told->causes.size(); ++i) {
            CHECK(held.told->causes[i].kind == facts["causes"][i]["kind"].get<std::string>());
            CHECK(held.told->causes[i].where == facts["causes"][i]["where"].get<std::string>());
            CHECK(held.told->causes[i].right != held.told->causes[i].found);
        }

        // Every number of A was recorded, or is NaN and hatched.
        for (std::size_t i = 0; i < a.trace.tensors.size(); ++i) {
            const TensorInfo& info = a.outline().tensors[i];
            const TensorView& tensor = a.trace.tensors[i];
            if (!tensor.present() || tensor.type != ElementType::scalar || info.is_view) continue;
            const TracePair* theirs = a.recorded->find(info.path);
            CHECK(was_not_recorded(a, info) == (theirs == nullptr));
            for (Size cell = 0; cell < tensor.layout.count(); ++cell) {
                const double number = tensor.at(index_of(tensor.layout, cell));
                const bool right = theirs ? same_number(number, static_cast<double>(theirs->theirs[static_cast<std::size_t>(cell)]))
                                          : std::isnan(number);
                REQUIRE_MESSAGE(right, info.path);
            }
        }
    }
}

TEST_CASE("of two recordings of one tensor the wrong one is shown, counted, and is the first as the search for causes has it") {
    const TemporaryFolder folder;
    const auto ours = make_run(sample("translation"));
    const std::string weights = "encoder.layers.0.self_attn.weights", dropped = "encoder.layers.0.self_attn.dropped_weights";
    const TensorView right = ours->find(weights);
    std::vector<Scalar> wrong(static_cast<std::size_t>(right.layout.count()));
    for (std::size_t i = 0; i < wrong.size(); ++i) wrong[i] = static_cast<Scalar>(2 * right.at_offset(static_cast<Size>(i)));
    const std::string file = (folder.path() / "trace.safetensors").string();
    write_safetensors(file, {{weights, right}, {dropped, {right.layout, ElementType::scalar, wrong.data()}}});

    const State state = holding(ours, file);
    const Run& a = *state.of<ComparisonView>().pinned;
    const auto made = difference_of({.a = state.of<ComparisonView>().pinned, .b = ours});
    const RunDifference& difference = *made->difference;
    REQUIRE(a.recorded->matched.pairs.size() == 2);
    CHECK(a.recorded->find(weights)->path == dropped);
    REQUIRE(first_difference(difference));
    CHECK(first_difference(difference)->path == weights);
    CHECK(first_difference(difference)->differs());
    CHECK(difference.deviations->first() == first_beyond(a.recorded->matched, as_reference(*ours), usual_tolerance));
    CHECK(count_words(difference) ==
          "1 of 2 tensors that were recorded and matched is off by more than 0.0001; 1 of them is a second recording of the same "
          "tensor.");
}

TEST_CASE("the first recorded difference is the one that causes are looked for in, though it be a weight") {
    const TemporaryFolder folder;
    const auto ours = make_run(sample("translation"));
    const TensorView logits = ours->find("logits"), bias = ours->find("fc_out.bias");
    const std::vector<Scalar> wrong(static_cast<std::size_t>(bias.layout.count()), Scalar(9));
    const std::string file = (folder.path() / "trace.safetensors").string();
    write_safetensors(
        file, {{"logits", logits}, {"parameters.fc_out.bias", {row_major(bias.layout), ElementType::scalar, wrong.data()}}});
    const State state = holding(ours, file);
    const auto made = difference_of({.a = state.of<ComparisonView>().pinned, .b = ours});
    REQUIRE(first_difference(*made->difference));
    CHECK(first_difference(*made->difference)->path == "fc_out.bias");
    REQUIRE((state.of<HeldTrace>().told != nullptr));
    CHECK(state.of<HeldTrace>().told->unexplained.find("fc_out.bias") != std::string::npos);
}

TEST_CASE("what a recorded run says next is what its logits say") {
    const TemporaryFolder folder;
    const auto ours = make_run(sample("translation"));
    const std::string file = (folder.path() / "trace.safetensors").string();
    write_safetensors(file, {{"logits", ours->find("logits")}});
    const auto recorded = read_trace_as_run(file, ours);
    for (Size sentence = 0; sentence < ours->activations->predictions.size(0); ++sentence) {
        for (Size place = 0; place < ours->activations->predictions.size(1); ++place) {
            const Prediction a = said_at(*recorded, sentence, place), b = said_at(*ours, sentence, place);
            CHECK(a.word == b.word);
            CHECK(a.probability == doctest::Approx(b.probability).epsilon(1e-5));
        }
    }
    write_safetensors(file, {{"memory", ours->find("memory")}});
    CHECK_FALSE(said_at(*read_trace_as_run(file, ours), 0, 0).is_word());
}

TEST_CASE("a recorded run A is let go when it is unpinned, or another model is opened, and no session has it as a run") {
    test::Implementation one = test::read_implementation(test::implementations()[0]);
    State state = holding(run_of(one), one.trace.string());
    REQUIRE(state.of<HeldTrace>().recorded);
    CHECK(state.view == View::compare);
    CHECK_FALSE(session_of(state).comparison);
    State other = state;
    apply(other, UnpinRun{});
    CHECK(other.of<HeldTrace>().file.empty());
    CHECK_FALSE(missing_trace(other));
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.of<HeldTrace>().file.empty());
    CHECK_FALSE(state.of<ComparisonView>().pinned);
}

TEST_CASE("causes are those of the run that the trace was held against, and of none that was altered by hand") {
    test::Implementation one = test::read_implementation(test::implementations()[0]);
    const std::string trace = one.trace.string();
    const auto ours = run_of(one);
    State state = new_state();
    apply(state, ShowRun{ours});
    apply(state, SilenceHead{"encoder.layers.0.self_attn", 0, true});
    vitrine::apply(state, carry_out_now(edit_job(state.run, state.edits)));
    apply(state, HoldTrace{trace});
    vitrine::apply(state, carry_out_now(missing_trace(state)->job));
    CHECK(state.of<HeldTrace>().recorded);
    CHECK(search_refusal(*state.of<HeldTrace>().reference).find("altered by hand") != std::string::npos);
    CHECK_FALSE(missing_trace(state));

    State held = holding(ours, trace);
    apply(held, SilenceHead{"encoder.layers.0.self_attn", 0, true});
    vitrine::apply(held, carry_out_now(edit_job(held.of<ComparisonView>().working, held.edits)));
    CHECK(held.of<HeldTrace>().recorded);
    CHECK_FALSE(holds_against_reference(held));
}

TEST_CASE("traces and weights are told apart by what is in them") {
    for (const auto& folder : test::implementations()) {
        const nlohmann::json facts = read_json(folder / "facts.json");
        CHECK_MESSAGE(holds_trace(folder / facts["trace"].get<std::string>()), folder.string());
        const auto model = folder / facts["model"].get<std::string>();
        if (model.extension() == ".safetensors" || model.extension() == ".npz")
            CHECK_FALSE_MESSAGE(holds_trace(model), folder.string());
    }
    CHECK_FALSE(holds_trace(test_data("goldens/navigation/model.safetensors")));
    CHECK(holds_trace(test_data("goldens/navigation/trace.safetensors")));
    CHECK_FALSE(holds_trace(test_data("goldens/navigation/config.json")));
}

TEST_CASE("a file that is no trace of this run is refused in one line, and nothing is held") {
    State state = opened("navigation");
    apply(state, HoldTrace{test_data("goldens/navigation/config.json").string()});
    vitrine::apply(state, carry_out_now(missing_trace(state)->job));
    CHECK(state.message.find("config.json") != std::string::npos);
    CHECK(state.message.find('\n') == std::string::npos);
    CHECK(state.of<HeldTrace>().file.empty());
    apply(state, HoldTrace{test_data("goldens/translation/model.safetensors").string()});
    vitrine::apply(state, carry_out_now(missing_trace(state)->job));
    CHECK(state.message.find("none of its") != std::string::npos);
    CHECK_FALSE(state.of<ComparisonView>().pinned);
}

}  // namespace vitrine::holding_test
