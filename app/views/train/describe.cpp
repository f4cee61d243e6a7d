#include <nlohmann/json.hpp>

#include "app/state/learning.h"
#include "app/state/state.h"
#include "app/training/settings_json.h"
#include "app/views/train/state.h"
#include "app/views/train/view.h"
#include "core/train/session.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson held_out_json(const History& history) {
    if (history.held_out().empty()) return {};
    const auto& [step, evaluation] = history.held_out().back();
    return {{"step", step},
            {"loss", evaluation.loss},
            {"token_accuracy", evaluation.token_accuracy},
            {"exact_match", evaluation.exact_match}};
}

/// Null before the first snapshot of the current training.
OrderedJson snapshot_json(const TrainingView& training) {
    if (!training.snapshot) return {};
    const Snapshot& snapshot = *training.snapshot;
    const auto loss = last_loss(training);
    OrderedJson breakdown;
    if (snapshot.breakdown) breakdown = {{"step", snapshot.breakdown->step}, {"tensor", snapshot.breakdown->tensor}};
    return {{"steps", snapshot.steps},
            {"loss", loss ? OrderedJson(*loss) : OrderedJson()},
            {"learning_rate", snapshot.learning_rate},
            {"held_out", held_out_json(snapshot.history)},
            {"breakdown", breakdown},
            {"last_good", snapshot.last_good ? OrderedJson(*snapshot.last_good) : OrderedJson()}};
}

OrderedJson training_json(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const Learning& learning = state.of<Learning>();
    OrderedJson json;
    json["task"] = training.settings.task;
    json["settings"] = to_json(training.settings);
    json["pending"] = training.started ? differences(training.settings, *training.started) : 0;
    json["starts"] = training.starts;
    json["playing"] = learning.playing;
    json["shown"] = learning.shown;
    static constexpr const char* parts[] = {"none", "forward", "loss", "backward", "update"};
    json["part"] = parts[static_cast<std::size_t>(training.part)];
    json["now"] = snapshot_json(training);
    return json;
}

}  // namespace

void describe_train(const State& state, nlohmann::ordered_json& json) { json["training"] = training_json(state); }

}  // namespace vitrine
