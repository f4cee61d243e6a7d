#include "core/io/open_family.h"

#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/family/family_weights.h"
#include "core/files/json_text.h"
#include "core/io/model_folder.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json generation_configuration(const fs::path& file) {
    std::error_code none;
    return fs::exists(file, none) ? read_json(file) : Json();
}

}  // namespace

bool is_family_folder(const fs::path& folder) {
    try {
        return is_family_configuration(read_json(folder / model_folder::configuration));
    } catch (const Error&) {
        return false;  // whoever reads it next says what is wrong
    }
}

void open_family(const fs::path& folder, Model& model) {
    const fs::path file = folder / model_folder::configuration, rules = folder / model_folder::generation;
    const Json configuration = read_json(file), generation = generation_configuration(rules);
    FamilyModel family = family_model_from(configuration, file.string());
    const std::string where = (generation.is_null() ? file : rules).string();
    model.rules = generation_rules_from(configuration, generation, family, where);
    model.parameters = read_family_weights(folder, family);
    model.configuration = family.configuration;
    model.family = family.family;
    model.parameter_names = std::move(family.tensors);
    for (const std::string& rule : model.rules.not_used) model.notes.push_back(where + ": '" + rule + "' is not used");
}

}  // namespace vitrine
