#pragma once
/// How a training begins: with the present choices, or where a saved one stood.

#include <cstdint>
#include <memory>
#include <optional>

namespace vitrine {

struct KeptForWindow;
struct Run;
struct State;
struct TrainingUnderWay;

/// The open model as it was opened: while a training is shown, the model that it took the place of. Null: none, or too large to be
/// kept for a training.
std::shared_ptr<const Run> model_to_train(const State& state);

/// Takes choices that the open model does not allow for others.
void make_choices_possible(State& state);

/// Begins a training with the present choices. It takes no step yet, and its model is shown as soon as it is ready.
void start(State& state);

/// The same where no step of the training under way is lost thereby.
void start_if_nothing_is_lost(State& state);

/// A training that the window has kept, as it stood; nothing of it is computed yet.
TrainingUnderWay training_of(const KeptForWindow& kept);

/// Goes on with a training that the window has kept. `shown`: its model takes the place of the open one.
void take_up(State& state, const KeptForWindow& kept, bool shown);

/// The training that another has taken the place of is under way again, and that other one can be gone back to in turn, if it has
/// taken a step. Does nothing where there is none.
void go_back_to_training_before(State& state);

/// The training under way, which was put aside for another, is shown as it stands, and stands still. `shown`: its model takes the
/// place of the open one.
void show_again(State& state, bool shown);

/// Goes on with the training whose history was opened with the model, from the moment after a step.
void go_on_with_history(State& state, std::int64_t step);

/// The step from which a training that is begun now goes on with the opened history: that of the shown moment, or the last one.
/// Nothing: it begins at step 0, since the history does not allow it, or other choices were made.
std::optional<std::int64_t> step_to_go_on_from(const State& state);

}  // namespace vitrine
