#include "app/views/train/aside.h"

#include <utility>

#include "app/opening/commands.h"
#include "app/run/request.h"
#include "app/session/data.h"
#include "app/state/learning.h"
#include "app/views/train/beginning.h"
#include "app/views/train/state.h"
#include "app/views/train/time.h"

namespace vitrine {

namespace {

/// Of the user's training and the one before it, the one with more steps; null: there is none.
std::shared_ptr<TrainingUnderWay> longest_of(TrainingView& own) {
    const std::shared_ptr<TrainingUnderWay> before = own.before;
    if (!own.course || own.steps() == 0 || (before && before->steps() > own.steps())) return before;
    return std::make_shared<TrainingUnderWay>(std::move(own));
}

void put_back(State& state, bool shown) {
    TrainingAside& aside = state.of<TrainingAside>();
    TrainingView& training = state.of<TrainingView>();
    const int starts = training.starts;
    const bool began = training.started.has_value();
    training = std::move(*std::exchange(aside.own, nullptr));
    training.starts = starts;
    aside.returns = aside.left = false;
    if (training.course) return show_again(state, shown);
    if (began) state.of<TimeView>() = {};
    state.of<Learning>().playing = false;
}

}  // namespace

void do_command(State& state, const SetTrainingAside&) {
    TrainingAside& aside = state.of<TrainingAside>();
    TrainingView& training = state.of<TrainingView>();
    Learning& learning = state.of<Learning>();
    aside.returns = aside.left = false;
    if (aside.own || (learning.shown && !names_model(state.request))) return;
    const bool shown = learning.shown;
    aside.was_shown = shown;
    aside.own = std::make_shared<TrainingView>(std::move(training));
    TrainingView& own = *aside.own;
    own.part = StepPart::none;
    if (own.orders.playing || own.orders.ahead) {
        own.orders.playing = own.orders.ahead = false;
        ++own.orders_given;
    }
    training = {};
    training.starts = own.starts;
    learning.playing = false;
    if (own.started) state.of<TimeView>() = {};
    if (!shown) return;
    training.open = own.open;  // until the model is on the screen again
    do_command(state, OpenModel{state.request});
}

void do_command(State& state, const PutTrainingBack& command) {
    TrainingAside& aside = state.of<TrainingAside>();
    if (!aside.own) return;
    if (command.goes_back) return void(aside.returns = true);
    if (!state.of<Learning>().shown) return put_back(state, false);
    aside.left = true;
    if (!holds_training_aside(state)) adopt_training_of_lesson(state);
}

void follow_aside(State& state) {
    const TrainingAside& aside = state.of<TrainingAside>();
    if (aside.own && aside.returns && !state.opening && !state.of<PendingSession>().session) put_back(state, aside.was_shown);
}

bool holds_training_aside(const State& state) {
    const TrainingAside& aside = state.of<TrainingAside>();
    return aside.own && (aside.own->course || aside.own->before);
}

void go_back_to_training_aside(State& state) { put_back(state, true); }

void adopt_training_of_lesson(State& state) {
    TrainingAside& aside = state.of<TrainingAside>();
    if (!aside.own || !std::exchange(aside.left, false)) return;
    state.of<TrainingView>().before = longest_of(*std::exchange(aside.own, nullptr));
}

}  // namespace vitrine
