#include "app/selftest/self_test.h"

#include <new>
#include <string>
#include <variant>

#include <doctest/doctest.h>

#include "app/base/job.h"
#include "app/base/module.h"
#include "app/export/exporting.h"
#include "app/shell/desktop/simd_variants.h"
#include "app/shell/loop/graphics_check.h"
#include "core/files/safetensors.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"

namespace vitrine::app_self_test_test {
using namespace vitrine::tests;

namespace {

SelfTestCheck made_up(const char* name, double worst) {
    return {name, "it holds", [worst](const Computation&) {
                return SelfTestResult{.unit = "numbers", .count = 7, .worst = worst, .allowed = 0.5, .where = "<there>"};
            }};
}

/// A state whose self-test has these checks only.
State with_checks(std::vector<SelfTestCheck> checks) {
    State state = opened("navigation");
    state.of<SelfTest>().checks = std::move(checks);
    return state;
}

/// The result of the next check, as the job tells it.
Command next_result(const State& state) {
    const auto missing = self_test_module.missing(state);
    REQUIRE(missing);
    return carry_out_now(missing->job);
}

}  // namespace

TEST_CASE("the checks are carried out one by one, until all are done") {
    State state = with_checks({made_up("one", 0.1), made_up("two", 0.9)});
    apply(state, AddSelfTestChecks{{made_up("three", 0)}});
    CHECK_FALSE(self_test_module.missing(state));
    apply(state, OpenSelfTest{});
    CHECK(state.menu == self_test_page);
    const SelfTest& test = state.of<SelfTest>();
    for (std::size_t done = 0; done < 3; ++done) {
        CHECK(test.running);
        CHECK(test.report.results.size() == done);
        apply(state, next_result(state));
    }
    CHECK_FALSE(test.running);
    CHECK_FALSE(self_test_module.missing(state));
    CHECK(verdict_of(test.report) == "1 of 3 checks fails: two");
    CHECK(test.report.results[2].name == "three");

    // Opened once more, the page shows what has been found.
    apply(state, OpenSelfTest{});
    CHECK_FALSE(test.running);
    apply(state, RunSelfTest{});
    CHECK(test.running);
    CHECK(test.report.results.empty());
}

TEST_CASE("a stopped run keeps its results, and takes none that come later or belong to another run") {
    State state = with_checks({made_up("one", 0), made_up("two", 0)});
    apply(state, RunSelfTest{});
    apply(state, next_result(state));
    const Command late = next_result(state);
    apply(state, StopSelfTest{});
    apply(state, late);
    const SelfTest& test = state.of<SelfTest>();
    CHECK(test.report.results.size() == 1);
    CHECK(verdict_of(test.report) == "Stopped after 1 of 2 checks, which hold");
    CHECK_FALSE(self_test_module.missing(state));
    apply(state, RunSelfTest{});
    apply(state, late);
    CHECK(test.report.results.empty());
}

TEST_CASE("an exception other than the errors of a check is its problem, too") {
    State state = with_checks({{"one", "it holds", [](const Computation&) -> SelfTestResult { throw std::bad_alloc(); }}});
    apply(state, RunSelfTest{});
    apply(state, next_result(state));
    CHECK(verdict_of(state.of<SelfTest>().report) == "1 of 1 checks fails: one");
    CHECK(state.of<SelfTest>().report.results[0].problem == "this needs more memory than there is");
}

TEST_CASE("the results are saved as a page and as a text") {
    State state = with_checks({made_up("one", 0.9)});
    apply(state, RunSelfTest{});
    apply(state, next_result(state));
    for (const bool as_page : {true, false}) {
        apply(state, SaveSelfTest{as_page});
        REQUIRE(state.of<Exporting>().file);
        const auto& saved = std::get<ExportText>(state.of<Exporting>().file->wanted);
        CHECK(saved.stem + saved.ending == (as_page ? "self-test.html" : "self-test.txt"));
        CHECK(saved.text.find("it holds") != std::string::npos);
        state.of<Exporting>().file.reset();
    }
    const SelfTestReport& report = state.of<SelfTest>().report;
    CHECK(page_of(report).find("<td class=\"fails\">FAIL</td><td>it holds<br>worst at &lt;there&gt;</td>") != std::string::npos);
    CHECK(text_of(report).find("FAIL  it holds\n      7 numbers, worst 0.9, allowed 0.5\n      worst at <there>\n") !=
          std::string::npos);
}

TEST_CASE("attention in shaders is checked against the processor, and other numbers are found") {
    const SelfTestCheck check = graphics_check();
    const SelfTestResult right = carry_out(check);
    CAPTURE(right.problem);
    CAPTURE(right.where);
    CHECK(right.passed());
    CHECK(right.count > 90'000);
    CHECK(right.worst <= right.allowed / 2);

    Computation wrong;
    wrong.forward = [](const Pass& pass, Activations& activations) {
        forward(pass, activations);
        if (pass.device) activations.logits.data()[5] += Scalar(0.01);
    };
    const SelfTestResult found = carry_out(check, wrong);
    CHECK(found.problem.empty());
    CHECK(found.worst > found.allowed);
    CHECK(found.where.starts_with("logits ["));

    // A run that never asks the card proves nothing.
    Computation without;
    without.forward = [](Pass pass, Activations& activations) {
        pass.device = nullptr;
        forward(pass, activations);
    };
    CHECK(carry_out(check, without).problem.starts_with("no attention was computed on "));
}

TEST_CASE("the levels of the processor are compared number by number, and what one lacks is found") {
    const TemporaryFolder folder;
    Tensor numbers{Axis::position};
    numbers.resize({3});
    const auto stored = [&](float last, bool both) {
        numbers.data()[2] = last;
        std::vector<NamedTensor> tensors{{"a", view(numbers)}};
        if (both) tensors.push_back({"b", view(numbers)});
        write_safetensors(folder.path() / "numbers.safetensors", tensors);
        return read_safetensors(folder.path() / "numbers.safetensors");
    };
    const auto check_of = [](SimdRun other, SimdRun ours) {
        return carry_out(simd_variants_check({"v2"}, [=](const std::string& level) { return level.empty() ? ours : other; }));
    };
    const StoredTensors one = stored(1, true), two = stored(2, true), less = stored(1, false);
    CHECK(check_of({one, one}, {one, one}).passed());
    CHECK(check_of({one, one}, {one, one}).count == 12);
    CHECK(check_of({one, two}, {one, one}).where == "a with x86-64-v2 [2]");
    CHECK(check_of({less, one}, {one, one}).where == "b with x86-64-v2 as a whole");
    CHECK(check_of({one, one}, {one, less}).where == "the number of tensors with x86-64-v2");
    CHECK_FALSE(check_of({one, {}}, {one, {}}).passed());  // no gradients
    CHECK(carry_out(simd_variants_check({})).skipped == "this program has one set of loops for this processor");
}

TEST_CASE("without OpenGL there is nothing to check, which is said") {
    GpuOptions options;
    options.context = []() -> std::unique_ptr<GraphicsContext> { throw Error("no OpenGL here"); };
    const SelfTestResult result = carry_out(graphics_check(options));
    CHECK(result.skipped == "no OpenGL here");
    CHECK(result.passed());
}

}  // namespace vitrine::app_self_test_test
