#include "app/views/train/state.h"

#include "app/state/state.h"
#include "core/train/trainer.h"

namespace vitrine {

void TrainingCurves::follow(const History& history) {
    const std::size_t known = loss.size();
    const auto same_as_before = [&] {
        const StepReport& report = history[known - 1];
        return report.step == last.step && report.gradient_norm == last.gradient_norm;
    };
    if (known > history.size() || (known > 0 && !same_as_before())) *this = {};
    for (std::size_t i = loss.size(); i < history.size(); ++i) {
        last = history[i];
        const auto step = static_cast<double>(last.step);
        loss.add(step, last.loss);
        rate.add(step, last.learning_rate);
        gradient_norm.add(step, last.gradient_norm);
    }
    if (held_out.size() > history.held_out().size()) held_out.clear();
    for (std::size_t i = held_out.size(); i < history.held_out().size(); ++i) {
        held_out.add(static_cast<double>(history.held_out()[i].step), history.held_out()[i].evaluation.loss);
    }
}

std::optional<double> last_loss(const TrainingView& training) {
    if (!training.snapshot || training.snapshot->history.size() == 0) return std::nullopt;
    return training.snapshot->history[training.snapshot->history.size() - 1].loss;
}

TrainingView& own_training(State& state) {
    TrainingAside& aside = state.of<TrainingAside>();
    return aside.own ? *aside.own : state.of<TrainingView>();
}

const TrainingView& own_training(const State& state) {
    const TrainingAside& aside = state.of<TrainingAside>();
    return aside.own ? *aside.own : state.of<TrainingView>();
}

TrainingView* training_with(State& state, const TrainingCourse* course) {
    for (TrainingView* training : {&state.of<TrainingView>(), &own_training(state)}) {
        if (training->course.get() == course) return training;
    }
    return nullptr;
}

}  // namespace vitrine
