#include "app/state/late_files.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "app/state/state.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

const std::string folder = "samples/";

/// Calls `act(file)` for those of the files that are late.
template <class Files, class Act>
void for_late(Files& late, const std::vector<std::string>& names, Act&& act) {
    for (const std::string& name : names) {
        if (const auto found = late.find(name); found != late.end()) act(found->second);
    }
}

/// "english-spanish" for "samples/english-spanish.tokenizer.json": what the file is of.
std::string owner_of(const std::string& name) {
    if (!name.starts_with(folder)) return "the parts of a page";
    const std::string sample = name.substr(folder.size(), name.find('.') - folder.size());
    return name.find(".history.") == std::string::npos ? sample : "the training of " + sample;
}

}  // namespace

bool LateFiles::lacks(const std::vector<std::string>& names) const {
    return std::ranges::any_of(names, [this](const std::string& name) { return files.contains(name); });
}

bool LateFiles::fetches(const std::vector<std::string>& names) const {
    bool all = true;
    for_late(files, names, [&](const LateFile& file) { all = all && file.wanted; });
    return all;
}

std::string LateFiles::problem_of(const std::vector<std::string>& names) const {
    std::string problem;
    for_late(files, names, [&](const LateFile& file) {
        if (problem.empty()) problem = file.problem;
    });
    return problem;
}

bool LateFiles::has_problems() const {
    return std::ranges::any_of(files, [](const auto& one) { return !one.second.problem.empty(); });
}

std::vector<std::string> late_names(const ModelRequest& request) {
    if (!request.sample) return {};
    const std::string stem = folder + *request.sample;
    std::vector<std::string> names{stem + ".safetensors", stem + ".tokenizer.json"};
    if (request.moment) names.push_back(stem + ".history.safetensors");
    return names;
}

std::string late_name_of_history(const std::filesystem::path& file) { return folder + file.filename().string(); }

std::string fetching_line(const LateFiles& late) {
    std::uint64_t size = 0, come = 0;
    std::set<std::string> what;
    for (const auto& [name, file] : late.files) {
        if (!file.wanted) continue;
        size += file.size, come += file.come;
        what.insert(owner_of(name));
    }
    if (what.empty() || size == 0) return "";
    return fmt::format("Fetching {}: {} of {:.1f} MB …", fmt::join(what, ", "),
                       percent(static_cast<double>(std::min(come, size)) / static_cast<double>(size)),
                       static_cast<double>(size) / 1e6);
}

void do_command(State& state, const AwaitFiles& command) {
    for (const auto& [name, size] : command.sizes) state.of<LateFiles>().files[name] = {.size = size};
}

void do_command(State& state, const FetchFiles& command) {
    for_late(state.of<LateFiles>().files, command.names, [](LateFile& file) {
        if (!file.wanted) file = {.size = file.size, .wanted = true};
    });
}

void do_command(State& state, const ForgetFileProblems&) {
    for (auto& [name, file] : state.of<LateFiles>().files) file.problem.clear();
}

void do_command(State& state, const LateFileAdvanced& command) {
    for_late(state.of<LateFiles>().files, {command.name}, [&](LateFile& file) { file.come = command.come; });
}

void do_command(State& state, const LateFileCame& command) { state.of<LateFiles>().files.erase(command.name); }

void do_command(State& state, const LateFileFailed& command) {
    for_late(state.of<LateFiles>().files, {command.name}, [&](LateFile& file) {
        file = {.size = file.size, .problem = fmt::format("{} cannot be fetched: {}", owner_of(command.name), command.why)};
    });
}

}  // namespace vitrine
