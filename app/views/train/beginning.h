#pragma once
/// Begins a training: with the current choices, or where a saved one stood.

#include <cstdint>
#include <memory>
#include <optional>

namespace vitrine {

struct KeptForWindow;
struct Run;
struct State;
struct TrainingUnderWay;

/// The open model as it was opened; while a training is shown, the model that the training replaced. Null: there is none, or it
/// is too large to be kept for a training.
std::shared_ptr<const Run> model_to_train(const State& state);

/// Replaces choices that the open model does not allow.
void make_choices_possible(State& state);

/// Begins a training with the current choices. It takes no step yet, and its model is shown as soon as it is ready.
void start(State& state);

/// The same, but only if no step of the current training would be lost.
void start_if_nothing_is_lost(State& state);

/// A training kept by the window, at the point where it stood. Nothing of it has been computed yet.
TrainingUnderWay training_of(const KeptForWindow& kept);

/// Goes on with a training kept by the window. `shown`: its model replaces the open one.
void take_up(State& state, const KeptForWindow& kept, bool shown);

/// Exchanges the current training and the one that it replaced. The user can go back to the current one if it has taken a step.
/// Does nothing if no training was replaced.
void go_back_to_training_before(State& state);

/// Shows the current training, which was put aside for another, as it stands; it pauses. `shown`: its model replaces the open
/// one.
void show_again(State& state, bool shown);

/// Goes on with the training whose history was opened with the model, from the moment after a step.
void go_on_with_history(State& state, std::int64_t step);

/// The step from which a training begun now would go on with the opened history: that of the shown moment, or the last one.
/// Nothing: it would begin at step 0, because the history does not allow it, or other choices were made.
std::optional<std::int64_t> step_to_go_on_from(const State& state);

}  // namespace vitrine
