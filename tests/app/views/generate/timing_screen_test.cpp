/// The table of times on the screen: a factor stands there where the runs tell the times apart, and only there.

#include <doctest/doctest.h>

#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/widgets/input.h"
#include "tests/app/opened.h"

namespace vitrine::timing_screen_test {
using namespace vitrine::tests;

namespace {

/// Six runs of each, all of as many steps as the answer has, of about these times.
std::shared_ptr<const MeasuredTimes> times_of(double with, double without, double apart, std::size_t steps) {
    auto times = std::make_shared<MeasuredTimes>(MeasuredTimes{.with = {}, .without = {}, .resolution = 0.01});
    for (int i = 0; i < 6; ++i) {
        const auto run = [&](double each) {
            const double took = each + apart * (i - 2.5) / 2.5;
            return MeasuredSteps{std::vector<double>(steps, took), took * static_cast<double>(steps)};
        };
        times->with.push_back(run(with)), times->without.push_back(run(without));
    }
    return times;
}

}  // namespace

TEST_CASE("a factor of times stands on the screen where the runs tell them apart, and only there") {
    Stage stage(sample("translation"), {.width = 1600, .height = 2400});
    Input input;
    stage.application().command(SetView{View::generate});
    stage.settle(input);
    const auto& view = stage.state().of<GenerateView>();
    REQUIRE(view.decoded);
    REQUIRE(view.times);  // measured by then
    CHECK(view.times_of == view.decoded->number);
    const std::size_t steps = view.decoded->generation.steps.size();
    const auto factors = [&](double with, double without, double apart) {
        stage.application().command(ShowTimes{view.decoded->number, times_of(with, without, apart, steps)});
        stage.frame(input);
        const Anchor* anchor = stage.record().find("generate/work");
        REQUIRE(anchor);
        const auto texts = texts_in(stage.record(), anchor->area);
        CHECK(says(texts, "time, median of 6 runs"));
        int count = 0;
        for (const TextRecord& text : texts) count += text.text.starts_with("÷ ");
        return count;
    };
    const int of_multiplications = factors(10, 10.1, 3);  // too close
    CHECK(of_multiplications == 2);
    CHECK(factors(10, 16, 1) == of_multiplications + 2);
    CHECK(factors(10, 16, 12) == of_multiplications);         // far apart, but so are the runs of each
    CHECK(factors(0.0004, 0.0008, 0) == of_multiplications);  // below what the clock tells, as single steps and together
}

}  // namespace vitrine::timing_screen_test
