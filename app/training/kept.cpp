#include "app/training/kept.h"

#include "app/run/request.h"
#include "app/training/settings_json.h"
#include "core/files/json_fields.h"
#include "core/files/problem.h"
#include "core/io/checkpoint.h"
#include "core/io/learning_data.h"
#include "core/io/model_folder.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string text_of(const TrainingInWindow& known) {
    nlohmann::ordered_json json{{"settings", to_json(known.settings)}, {"name", known.name}, {"title", known.title}};
    if (known.open) json["open"] = to_json(*known.open);
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

TrainingInWindow known_from(const std::string& text, const std::string& where) {
    const Json json = parse_json(text, where);
    require_keys(json, {"settings", "name", "title", "open"}, where);
    TrainingInWindow known;
    const FieldReader reader(json, where);
    reader("name", Required{known.name});
    reader("title", Required{known.title});
    if (!json.contains("settings")) fail(where, "'settings' is missing");
    read_json(json["settings"], where + ": 'settings'", known.settings);
    if (known.settings.task.empty()) fail(where, "'settings' name no task");
    if (json.contains("open")) known.open = request_from(json["open"], where + ": 'open'");
    return known;
}

/// The current state of the training as a kept moment.
Moments moment_in(const Checkpoint& checkpoint) {
    Moments one;
    one.keep(checkpoint.configuration, checkpoint.plan.options.schedule, *checkpoint.state, true);
    return one;
}

/// The history with the plan of the checkpoint, whose schedule is the newest. If it cannot be read, a new one begins at the current
/// step, and `lost` says why.
std::shared_ptr<const TrainingHistory> history_with(const fs::path& folder, const Checkpoint& checkpoint, std::string& lost) {
    auto history = std::make_shared<TrainingHistory>();
    try {
        *history = read_history(folder);
        if (!(history->configuration == checkpoint.configuration))
            fail((folder / model_folder::history).string(), "this is the history of a model of other sizes");
    } catch (const Error& error) {
        lost = error.what();
        *history = {checkpoint.configuration, {}, moment_in(checkpoint)};
    }
    history->plan = checkpoint.plan;
    return history;
}

/// Opens the model if it is there. Errors are reported when it is opened for the screen.
std::shared_ptr<const Run> open_if_there(const std::optional<ModelRequest>& request) {
    if (!request) return nullptr;
    try {
        return make_run(*request);
    } catch (const Error&) {
        return nullptr;
    }
}

}  // namespace

void keep_training(const fs::path& folder, const TrainingToSave& training, const TrainingInWindow& known) {
    save_whole(folder, training, text_of(known));
}

KeptForWindow read_kept_training(const fs::path& folder) {
    const Checkpoint checkpoint = read_checkpoint(folder);
    const std::string where = (folder / model_folder::training).string() + ": 'window'";
    if (checkpoint.window.empty()) fail(where, "is missing: the window has not saved this training");
    KeptForWindow kept{.folder = folder, .known = known_from(checkpoint.window, where), .going_on = {}, .model = {}, .open = {}};
    kept.model = make_run(ModelRequest{.folder = folder});
    if (!(kept.model->model->configuration == checkpoint.configuration))
        fail((folder / model_folder::configuration).string(), "this is a model of other sizes than " + where);
    open_again(checkpoint.plan.data, checkpoint.configuration,
               {checkpoint.source_vocabulary, checkpoint.target_vocabulary, checkpoint.tokenizer});
    kept.going_on = {.history = history_with(folder, checkpoint, kept.lost_history),
                     .step = checkpoint.state->steps,
                     .now = moment_in(checkpoint).all().front(),
                     .name = kept.known.name,
                     .title = kept.known.title};
    kept.open = open_if_there(kept.known.open);
    return kept;
}

fs::path put_training_aside(const fs::path& folder) {
    fs::path aside = folder;
    aside += ".kept";
    std::error_code unknown;
    for (int i = 2; fs::exists(aside, unknown); ++i) {
        aside = folder;
        aside += ".kept-" + std::to_string(i);
    }
    std::error_code problem;
    fs::rename(folder, aside, problem);
    if (problem) fail(folder.string(), "cannot be put aside: " + problem.message());
    return aside;
}

}  // namespace vitrine
