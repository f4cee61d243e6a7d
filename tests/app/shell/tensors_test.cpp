#include <limits>
#include <sstream>

#include <doctest/doctest.h>

#include "app/shell/automation.h"
#include "app/state/altering.h"
#include "tests/app/state/opened.h"

using namespace vitrine;
using namespace vitrine::tests;

namespace {

/// A visit to a sample in whose embeddings a number has been replaced, at two sizes and in both themes.
void visit_with(double value, const std::string& script) {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    Interventions interventions;
    interventions.overwrites.push_back({"src.scaled", {0, 2, 5}, value});
    stage.application().command(ShowRun{with_interventions(stage.state().run, interventions)});
    std::ostringstream out;
    const std::string checks =
        "\nexpect-no-cut-text\nexpect-no-overlap\ntheme dark\nresize 1100 700\nexpect-no-cut-text\nexpect-no-overlap\n";
    Visitor(stage, out).play(parse_script("click view/tensors\n" + script + checks, "visit.drive"));
    stage.picture();
}

}  // namespace

TEST_CASE("of a tensor with NaN the numbers are counted, and its range is that of the others") {
    visit_with(std::numeric_limits<double>::quiet_NaN(),
               "click tensors/list/src.scaled\n"
               "expect tensors/statistic/6 \"NaN 1\"\n"
               "hover tensors/statistic/6\n"
               "expect note \"not a number\"\n"
               "click tensors/range/central\n"
               "click tensors/range/layer\n"
               "click tensors/range/all\n"
               "key ctrl+f\ntype encoder.layers.1.norm2\nkey enter\n"
               "expect-state /selection/tensor encoder.layers.1.norm2\n"
               "click tensors/facets/batch");
}

TEST_CASE("of a tensor without any finite number there is no histogram, and it is said so") {
    visit_with(std::numeric_limits<double>::quiet_NaN(), "key ctrl+f\ntype loss\nkey enter\nexpect-state /selection/tensor loss\nexpect tensors \"No cell holds a finite number.\"");
}

TEST_CASE("infinities are counted by themselves") {
    visit_with(std::numeric_limits<double>::infinity(),
               "click tensors/list/src.scaled\n"
               "expect tensors/statistic/7 \"∞ 1\"\n"
               "click tensors/copy/as/numpy\nclick tensors/copy/tensor\nexpect tensors \"np.array(\"");
}
