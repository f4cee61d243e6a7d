/// Teaching a model, as entries of the menu Run.

#include "app/actions/choices.h"
#include "app/base/action.h"
#include "app/opening/commands.h"
#include "app/opening/refusals.h"
#include "app/state/learning.h"
#include "app/state/refusals.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/train/aside.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/views/train/view.h"

namespace vitrine {

namespace {

std::string needs_training(const State& state) { return state.of<TrainingView>().started ? "" : "no training has been started"; }

std::string cannot_train(const State& state) {
    return state.of<TrainingView>().broken_down() ? "the training has failed: go back to the last good step first" : "";
}

Action train() {
    return {.id = "run/train",
            .label = "Train",
            .menu = ActionMenu::run,
            .for_lessons = true,
            .group = 2,
            .keys = "space",
            .key_views = {View::train},
            .tip = "Takes one training step after another.",
            .perform =
                [](const State& state, Commands& commands) {
                    commands.push_back(state.of<Learning>().playing ? Command(PauseTraining{}) : Command(PlayTraining{}));
                },
            .refused = cannot_train,
            .label_now = [](const State& state) -> std::string {
                return state.of<Learning>().playing ? "Pause the training" : "Train";
            }};
}

std::vector<Action> training() {
    return {
        train(),
        {.id = "run/train-step",
         .label = "One training step",
         .menu = ActionMenu::run,
         .for_lessons = true,
         .group = 2,
         .keys = "s",
         .key_views = {View::train},
         .tip = "Takes one step: forward pass, backward pass, update.",
         .perform = gives(StepTraining{}),
         .refused = cannot_train},
        {.id = "run/train-start-over",
         .label = "Start the training over",
         .menu = ActionMenu::run,
         .for_lessons = true,
         .group = 2,
         .tip = "Starts a new training with the current choices. You can go back to the previous one.",
         .perform = gives(StartTrainingOver{}),
         .refused = needs_training},
        {.id = "run/train-over",
         .label = "Reset the training",
         .menu = ActionMenu::run,
         .for_lessons = true,
         .group = 2,
         .tip = "Back to step 0 with the current choices, without training yet.",
         .perform = gives(ResetTraining{}),
         .refused = needs_training},
        {.id = "run/train-before",
         .label = "Back to the previous training",
         .menu = ActionMenu::run,
         .group = 2,
         .tip =
             "The longest training that a later one has replaced. The present one is kept, and the same command leads back to it.",
         .perform = gives(GoBackToTraining{}),
         .refused = [](const State& state) -> std::string {
             const bool has_other = holds_training_aside(state) || state.of<TrainingView>().before;
             return has_other ? "" : "no other training has taken a step";
         }},
        {.id = "run/last-good",
         .label = "Back to the last good step",
         .menu = ActionMenu::run,
         .for_lessons = true,
         .group = 2,
         .tip = "After a training has failed with a number that is not finite or a loss that is too large.",
         .perform = gives(ReturnToLastGood{}),
         .refused = [](const State& state) -> std::string {
             const TrainingView& training = state.of<TrainingView>();
             return training.broken_down() && training.snapshot->last_good ? "" : "no training has failed";
         }},
        {.id = "run/leave-training",
         .label = "Back to the opened model",
         .menu = ActionMenu::run,
         .for_lessons = true,
         .group = 2,
         .tip = "With your changes to it. The training waits in Train.",
         .perform = [](const State& state, Commands& commands) { commands.push_back(OpenModel{state.request}); },
         .refused = [](const State& state) -> std::string {
             return state.of<Learning>().shown ? needs_request(state) : "no model in training is shown";
         }}};
}

/// Each task by its name: only the palette lists them.
std::vector<Action> tasks() {
    std::vector<Action> list;
    for (const TaskInfo& task : list_tasks()) {
        list.push_back(
            {.id = "run/task-" + task.name,
             .label = "Teach a model: " + task.name,
             .menu = ActionMenu::run,
             .for_lessons = true,
             .group = 4,
             .listing = Listing::palette_only,
             .tip = task.text,
             .perform =
                 [name = task.name](const State&, Commands& commands) {
                     commands.push_back(SetView{View::train});
                     commands.push_back(SetTask{name});
                 },
             .chosen = [name = task.name](const State& state) { return state.of<TrainingView>().settings.task == name; }});
    }
    return list;
}

}  // namespace

std::vector<Action> train_actions(const Module& own) {
    std::vector<Action> list = training();
    for (Action& action : tasks()) list.push_back(std::move(action));
    list.push_back(map_or_view(own, "t"));
    return list;
}

}  // namespace vitrine
