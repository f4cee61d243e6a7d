/// What stands below the line of time: the events that the command line lists, all of them, and the moment that a click shows.

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/window_commands.h"
#include "app/views/train/time.h"
#include "app/widgets/input.h"
#include "core/export/history_readings.h"
#include "core/history/events.h"
#include "core/text/plain_text.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::time_marks_test {
using namespace vitrine::tests;

TEST_CASE("every event that the command line lists stands below the line of time, heads that form among them") {
    const Counted checks(8);
    Stage stage(sample("induction"), {.width = 1280, .height = 800});
    Input input;
    stage.application().command(SetView{View::train});
    stage.settle(input);
    const State& state = stage.state();
    REQUIRE(readings_are_current(state));
    const TrainingHistory history = read_history(state.run->model->history);
    const auto events = training_events(history.curves, readings_of(history, *state.run->model));
    std::vector<std::string> kinds;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Anchor* written = stage.record().find(fmt::format("time/event/{}", i));
        REQUIRE(written);
        CHECK(
            says(texts_in(stage.record(), written->area), fmt::format("{}  {}", grouped(events[i].step), event_title(events[i]))));
        if (events[i].kind == EventKind::head_forms) kinds.emplace_back(pattern_name(events[i].pattern));
    }
    CHECK(!stage.record().find(fmt::format("time/event/{}", events.size())));
    CHECK(std::ranges::count(kinds, "previous token") == 1);
    CHECK(std::ranges::count(kinds, "induction") == 1);
    CHECK(cut_texts(stage.record()).empty());
    CHECK(overlaps(stage.record(), "").empty());
}

TEST_CASE("a moment that stands for a step that was not saved says which step that is") {
    Stage stage(sample("induction"), {.width = 1280, .height = 800});
    Input input;
    stage.application().command(SetView{View::train});
    stage.settle(input);
    const auto title = [&] { return texts_in(stage.record(), stage.record().find("time/title")->area); };
    const auto& moments = time_source(stage.state()).moments->all();
    const std::int64_t before = moments[moments.size() - 2].step, wanted = before + 1;
    REQUIRE(wanted < moments.back().step);
    stage.application().command(ShowMoment{wanted});
    stage.settle(input);
    CHECK(says(title(), ", the saved one nearest to " + grouped(wanted)));
    stage.application().command(ShowMoment{before});
    stage.settle(input);
    CHECK(says(title(), "step " + grouped(before) + " of "));
    CHECK(!says(title(), "nearest"));
}

}  // namespace vitrine::time_marks_test
