#include "app/training/settings_json.h"

#include <algorithm>

#include "core/files/json_fields.h"
#include "core/text/plain_text.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr std::string_view start_names[training_start_count] = {"open model", "open sizes", "new model"};

}  // namespace

OrderedJson to_json(const TrainingSettings& settings) {
    OrderedJson json{{"task", settings.task}, {"from", start_names[static_cast<std::size_t>(settings.from)]}};
    for (int i = 0; i < training_option_count; ++i) {
        const auto option = static_cast<TrainingOption>(i);
        const OptionInfo& info = option_info(option);
        const std::string key(info.key);
        json[key] = info.words.empty() ? OrderedJson(option_value(settings, option)) : OrderedJson(option_text(settings, option));
    }
    json["batch_tokens"] = settings.batch_tokens;
    json["accumulated"] = settings.accumulated;
    return json;
}

namespace {

/// The value of an option that has a word for each of its values.
double value_of(const OptionInfo& info, const std::string& word, const std::string& where) {
    const auto found = std::ranges::find(info.words, word);
    if (found == info.words.end()) fail(where, in_quotes(info.key) + " cannot be " + shown(word));
    return info.values[static_cast<std::size_t>(found - info.words.begin())];
}

TrainingStart start_of(const std::string& word, const std::string& where) {
    if (word.empty()) return TrainingStart::new_model;
    const auto found = std::ranges::find(start_names, word);
    if (found == std::end(start_names)) fail(where, "'from' cannot be " + shown(word));
    return static_cast<TrainingStart>(found - std::begin(start_names));
}

void read_option(const nlohmann::json& json, const std::string& where, const OptionInfo& info, TrainingSettings& settings) {
    const std::string key(info.key);
    if (!json.contains(key)) return;
    if (!info.words.empty())
        return set_option(settings, info.option, value_of(info, text_or_empty(json, key.c_str(), where), where));
    double value = 0;
    FieldReader(json, where)(key.c_str(), value);
    if (value < info.values.front() || value > info.values.back())
        fail(where, in_quotes(key) + " is " + shown(json[key]) + ", beyond what can be chosen");
    set_option(settings, info.option, value);
}

}  // namespace

void read_json(const nlohmann::json& json, const std::string& where, TrainingSettings& settings) {
    settings = {};
    if (json.is_null()) return;
    if (!json.is_object()) fail(where, "an object { … } is expected, not " + shown(json));
    const std::string task = text_or_empty(json, "task", where);
    if (task.empty()) return;  // none was chosen
    const auto& tasks = list_tasks();
    const bool known = task == open_sentences || std::ranges::find(tasks, task, &TaskInfo::name) != tasks.end();
    if (!known) fail(where, "'task' is " + shown(task) + ", which is no task");
    settings = default_settings(task);
    settings.from = start_of(text_or_empty(json, "from", where), where);
    require_keys(json, to_json(settings), "is no choice of a training", where);
    for (int i = 0; i < training_option_count; ++i) read_option(json, where, option_info(static_cast<TrainingOption>(i)), settings);
    const FieldReader reader(json, where);
    reader("batch_tokens", settings.batch_tokens);
    reader("accumulated", settings.accumulated);
    if (settings.batch_tokens < 0) fail(where, "'batch_tokens' is " + std::to_string(settings.batch_tokens) + ", below 0");
    if (settings.accumulated < 1) fail(where, "'accumulated' is " + std::to_string(settings.accumulated) + ", below 1");
}

}  // namespace vitrine
