#include "core/family/step_folders.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include <nlohmann/json.hpp>

#include "core/family/family.h"
#include "core/family/family_weights.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "step";

/// The number in "step1000"; nothing: the name is another one, such as "step01", which step 1 is not called.
std::optional<std::int64_t> step_of(const std::string& name) {
    if (!name.starts_with(prefix)) return std::nullopt;
    std::int64_t step = 0;
    const char* end = name.data() + name.size();
    const auto [read, problem] = std::from_chars(name.data() + prefix.size(), end, step);
    const bool is_number = problem == std::errc() && read == end && step >= 0 && name == std::string(prefix) + std::to_string(step);
    return is_number ? std::optional(step) : std::nullopt;
}

}  // namespace

std::vector<std::int64_t> steps_in(const fs::path& folder) {
    std::error_code unknown;
    std::vector<std::int64_t> steps;
    if (fs::exists(folder / "config.json", unknown)) return steps;
    for (fs::directory_iterator entry(folder, unknown), end; !unknown && entry != end; entry.increment(unknown)) {
        const auto step = step_of(entry->path().filename().string());
        std::error_code none;
        if (step && entry->is_directory(none)) steps.push_back(*step);
    }
    std::ranges::sort(steps);
    return steps;
}

fs::path folder_of_step(const fs::path& folder, std::int64_t step) { return folder / (std::string(prefix) + std::to_string(step)); }

Parameters weights_of_step(const fs::path& folder, std::int64_t step, const Configuration& configuration) {
    const fs::path at = folder_of_step(folder, step), file = at / "config.json";
    std::error_code unknown;
    if (!fs::is_directory(at, unknown)) fail(at.string(), "there is no such folder");
    FamilyModel model = family_model_from(read_json(file), file.string());
    Parameters weights = read_family_weights(at, model);
    if (!(model.configuration == configuration)) fail(file.string(), "this is a model of another configuration than the open one");
    return weights;
}

}  // namespace vitrine
