#include "app/importing/module.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/action.h"
#include "app/importing/commands.h"
#include "app/importing/planning.h"
#include "app/importing/words.h"
#include "app/state/notice.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

std::vector<Action> import_actions(const Module&) {
    return {{.id = "file/import",
             .label = "Import a model …",
             .menu = ActionMenu::file,
             .tip = "Parameters with any names and layouts: PyTorch's .pt, .pth, .bin or .ckpt, .safetensors or .npz.",
             .also = "pytorch checkpoint state_dict bring own mine foreign convert hugging face safetensors weights",
             .perform = gives(OpenImport{})}};
}

/// Text as a JSON number if it is one, otherwise as a string.
nlohmann::ordered_json json_value(const std::string& text) {
    const auto number = nlohmann::ordered_json::parse(text, nullptr, false);
    return number.is_number() ? number : nlohmann::ordered_json(text);
}

/// "open": the keys of unanswered questions; "answers": the answers of the others, by key.
void describe_import(const State& state, nlohmann::ordered_json& json) {
    const Importing& importing = state.of<Importing>();
    nlohmann::ordered_json open = nlohmann::ordered_json::array(), answers = nlohmann::ordered_json::object();
    if (importing.plan) {
        for (const ImportQuestion question : importing.plan->open) open.push_back(text_of(question).key);
        for (const auto& [question, answer] : importing.plan->mapping.answers)
            answers[std::string(text_of(question).key)] = json_value(answer.value);
    }
    json["import"] = {{"file", importing.file.filename().string()},
                      {"read", is_read(importing)},
                      {"current", importing.current},
                      {"corrections", importing.corrections.size()},
                      {"open", open},
                      {"answers", answers},
                      {"verdict", search_words(importing)}};
}

/// Tells that the imported model has been opened. A message that opening it gave is kept after that.
void tell_written(State& state) {
    const std::string written = std::exchange(state.of<Importing>().written, "");
    if (!written.empty() && state.run->request.folder == state.of<Importing>().written_folder)
        notify(state, written + (state.notice.empty() ? "" : ". " + state.notice));
}

std::optional<MissingResult> missing_of_import(const State& state) {
    auto folder = missing_folder(state);
    return folder ? std::move(folder) : missing_plan(state);
}

}  // namespace

const Module importing_module{
    .name = "importing",
    .forget = tell_written,
    .missing = missing_of_import,
    .actions = import_actions,
    .describe = describe_import,
};

}  // namespace vitrine
