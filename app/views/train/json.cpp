#include "app/views/train/json.h"

#include <algorithm>

#include "core/files/json_fields.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const TrainingSettings& settings) {
    OrderedJson json{{"task", settings.task}};
    for (int i = 0; i < training_option_count; ++i) {
        const auto option = static_cast<TrainingOption>(i);
        const OptionInfo& info = option_info(option);
        const std::string key(info.key);
        json[key] = info.words.empty() ? OrderedJson(option_value(settings, option)) : OrderedJson(option_text(settings, option));
    }
    return json;
}

namespace {

/// What an option may say, one word for each of its values.
double value_of(const OptionInfo& info, const std::string& word, const std::string& where) {
    const auto found = std::ranges::find(info.words, word);
    if (found == info.words.end()) fail(where, "'" + std::string(info.key) + "' cannot be \"" + word + "\"");
    return info.values[static_cast<std::size_t>(found - info.words.begin())];
}

void read_option(const nlohmann::json& json, const std::string& where, const OptionInfo& info, TrainingSettings& settings) {
    const std::string key(info.key);
    if (!json.contains(key)) return;
    if (!info.words.empty())
        return set_option(settings, info.option, value_of(info, text_or_empty(json, key.c_str(), where), where));
    double value = 0;
    FieldReader(json, where)(key.c_str(), value);
    if (value < info.values.front() || value > info.values.back())
        fail(where, "'" + key + "' is " + shown(json[key]) + ", beyond what can be chosen");
    set_option(settings, info.option, value);
}

}  // namespace

TrainingSettings training_settings_from(const nlohmann::json& json, const std::string& where) {
    if (!json.is_object()) fail(where, "an object { … } is expected, not " + shown(json));
    const std::string task = text_or_empty(json, "task", where);
    const auto& tasks = list_tasks();
    if (std::ranges::find(tasks, task, &TaskInfo::name) == tasks.end()) fail(where, "'task' is \"" + task + "\", which is no task");
    TrainingSettings settings = default_settings(task);
    const OrderedJson known = to_json(settings);
    for (const auto& item : json.items()) {
        if (!known.contains(item.key())) fail(where, "'" + item.key() + "' is no choice of a training");
    }
    for (int i = 0; i < training_option_count; ++i) read_option(json, where, option_info(static_cast<TrainingOption>(i)), settings);
    return settings;
}

namespace {

OrderedJson held_out_json(const History& history) {
    if (history.held_out().empty()) return {};
    const auto& [step, evaluation] = history.held_out().back();
    return {{"step", step},
            {"loss", evaluation.loss},
            {"token_accuracy", evaluation.token_accuracy},
            {"exact_match", evaluation.exact_match}};
}

/// Null before the first snapshot of the training under way.
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

}  // namespace

OrderedJson to_json(const TrainingView& training) {
    OrderedJson json;
    json["task"] = training.settings.task;
    json["settings"] = to_json(training.settings);
    json["pending"] = training.started ? differences(training.settings, *training.started) : 0;
    json["starts"] = training.starts;
    json["playing"] = training.playing;
    json["shown"] = training.shown;
    json["now"] = snapshot_json(training);
    return json;
}

}  // namespace vitrine
