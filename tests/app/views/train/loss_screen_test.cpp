/// The readout of the loss on the screen: it has room for a loss near 0.

#include <doctest/doctest.h>

#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/window_commands.h"
#include "app/views/train/commands.h"
#include "app/views/train/news.h"
#include "app/views/train/state.h"
#include "app/widgets/input.h"
#include "tests/app/opened.h"

namespace vitrine::loss_screen_test {

TEST_CASE("a loss near 0 is written whole") {
    for (const auto& [width, height] : {std::pair{1280, 800}, {1366, 768}}) {
        Stage stage(tests::sample("navigation"), {.width = width, .height = height});
        Input input;
        stage.application().command(SetView{View::train});
        stage.application().command(StepTraining{1});
        stage.settle(input);
        const TrainingView& training = stage.state().of<TrainingView>();
        REQUIRE(training.snapshot);
        REQUIRE(training.steps() == 1);
        for (const auto& [loss, text] : {std::pair{2.4e-6, "2.4e-6"}, {1.26e-12, "1.3e-12"}, {0.0525, "0.0525"}}) {
            auto snapshot = std::make_shared<Snapshot>(*training.snapshot);
            snapshot->history = {};
            snapshot->history.add({.step = 1, .loss = loss});
            stage.application().command(ShowSnapshot{.course = training.course.get(),
                                                     .snapshot = snapshot,
                                                     .run = training.run,
                                                     .uses = training.uses,
                                                     .model = training.model});
            stage.frame(input);
            const Anchor* numbers = stage.record().find("train/numbers");
            REQUIRE(numbers);
            const std::string read = as_read(texts_in(stage.record(), numbers->area));
            CAPTURE(read);
            CHECK(read.find(text) != std::string::npos);
            CHECK(read.find("…") == std::string::npos);
        }
    }
}

}  // namespace vitrine::loss_screen_test
