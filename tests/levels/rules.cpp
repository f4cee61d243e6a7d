#include "tests/levels/rules.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>

#include "tests/levels/folders.h"

namespace vitrine::levels {

using std::string;
using std::string_view;

namespace {

bool is_view(string_view folder) { return folder.starts_with("app/views/"); }

/// Libraries that belong to some folders only, by how their headers start.
struct Library {
    string_view name;
    std::vector<string_view> headers;
    std::vector<string_view> folders;
};
const std::vector<Library> libraries{
    {"OpenGL", {"epoxy/", "GL/", "GLES", "EGL/", "KHR/"}, {"app/render", "app/render/device", "app/render/heatmap"}},
    {"Cairo", {"cairo", "librsvg/", "glib"}, {"app/render"}},
    {"GLFW", {"GLFW/"}, {"app/shell/window", "app/shell/loop"}},
    {"Dear ImGui",
     {"imgui", "imconfig", "imstb", "backends/imgui", "misc/"},
     {"app/render", "app/render/heatmap", "app/widgets", "app/shell/loop", "app/cli"}},
    {"CLI11", {"CLI/"}, {"app/cli/common"}},
    {"Google Benchmark", {"benchmark/"}, {"app/cli/bench"}},
    {"sd-bus", {"systemd/"}, {"app/shell/desktop"}},
    {"Linux alone", {"spawn.h", "dlfcn.h", "sys/epoll", "sys/inotify", "sys/prctl", "sys/wait"}, {"app/shell/desktop"}},
    {"Oniguruma", {"oniguruma"}, {"core/text"}},
    {"SentencePiece", {"sentencepiece"}, {"core/text/subwords"}},
    // Work off the drawing thread is a job of the scheduler. A graphics context belongs to one thread, so the card has its own; the
    // script sleeps, and the doctor counts the hardware's.
    {"thread", {"thread", "stop_token", "future"}, {"core/tensor", "app/base", "app/render/device", "app/shell/script", "app/cli"}},
};

bool any_of(const auto& range, auto holds) { return std::any_of(std::begin(range), std::end(range), holds); }

/// "core/ops" of "core/ops/softmax.h". Files that replace some of a folder's files in a browser are in its folder "web", which
/// counts as the folder itself.
string folder_of(string_view path) {
    const string_view folder = path.substr(0, path.rfind('/')), web = "/web";
    return string(folder.ends_with(web) ? folder.substr(0, folder.size() - web.size()) : folder);
}

/// "softmax" of "core/ops/softmax.h".
string stem_of(string_view path) { return std::filesystem::path(path).stem().string(); }

struct Include {
    string header;
    bool quoted;
};

/// The header that a line includes, if it includes one.
std::optional<Include> included(string_view line) {
    const auto skip_blanks = [&line] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
    for (const string_view word : {"#", "include"}) {
        skip_blanks();
        if (!line.starts_with(word)) return std::nullopt;
        line.remove_prefix(word.size());
    }
    skip_blanks();
    if (!line.starts_with('<') && !line.starts_with('"')) return std::nullopt;
    const auto end = line.find_first_of(">\"", 1);
    return Include{string(line.substr(1, end == string_view::npos ? end : end - 1)), line.front() == '"'};
}

string objection_to_library(string_view file, string_view header) {
    if (header.starts_with("Eigen/") && !file.ends_with(".cpp") && file != "core/tensor/eigen.h")
        return "Eigen is included by .cpp files and core/tensor/eigen.h only";
    if (header.starts_with("CLI/") && stem_of(file) != "command_line") return "CLI11 is behind app/cli/common/command_line.h";
    for (const auto& [name, headers, folders] : libraries) {
        const bool belongs_here = any_of(folders, [&](string_view folder) { return folder == folder_of(file); });
        if (!belongs_here && any_of(headers, [&](string_view start) { return header.starts_with(start); }))
            return string(name) + " is not for " + folder_of(file);
    }
    return "";
}

string objection_to_project_header(string_view file, string_view header) {
    const string from = folder_of(file), to = folder_of(header);
    if (!all_folders().contains(to)) return to + " is no folder of CMakeLists.txt";
    if (from == to) return "";
    if (is_view(from) && is_view(to)) return "a view includes another view";
    if (from.starts_with("app/widgets") && !to.starts_with("app/widgets") && !to.starts_with("app/render") &&
        to.starts_with("app/"))
        return "a widget knows nothing of the application";
    return all_folders().at(from).contains(to) ? "" : from + " does not depend on " + to + " in CMakeLists.txt";
}

/// Why `file`, a path from the root, may not include this; empty if it may.
string objection(string_view file, const Include& include) {
    const string& header = include.header;
    if (!all_folders().contains(folder_of(file))) return folder_of(file) + " is no folder of CMakeLists.txt";
    if (header.starts_with("core/") || header.starts_with("app/")) return objection_to_project_header(file, header);
    if (include.quoted) return "in quotes stand the project's headers, as seen from its root";
    return objection_to_library(file, header);
}

}  // namespace

std::vector<string> objections(const string& file, const string& text) {
    std::vector<string> found;
    std::istringstream lines(text);
    string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        const auto include = included(line);
        const string reason = include ? objection(file, *include) : "";
        if (!reason.empty())
            found.push_back(file + ":" + std::to_string(number) + ": includes " + include->header + ", but " + reason);
    }
    return found;
}

namespace {

/// "core/ops/softmax" of "core/ops/softmax.cpp".
string module_of(string_view path) { return string(path.substr(0, path.rfind('.'))); }

/// Whether a module is a part of another one. A part's name begins with the whole's, as outline_writer begins with outline.
bool is_part_of(const string& part, const string& whole) { return part.starts_with(whole + "_"); }

/// The modules that each module includes, except its own parts, which may include it.
std::map<string, std::set<string>> modules_included(const Sources& sources) {
    std::map<string, std::set<string>> included_by;
    for (const auto& [file, text] : sources) {
        const string own = module_of(file);
        std::istringstream lines(text);
        for (string line; std::getline(lines, line);) {
            const auto include = included(line);
            if (!include || !sources.contains(include->header)) continue;
            const string other = module_of(include->header);
            if (other != own && !is_part_of(other, own)) included_by[own].insert(other);
        }
    }
    return included_by;
}

/// A chain of includes from a module back to itself, "a → b → a"; empty if there is none.
string circle_from(const string& start, const std::map<string, std::set<string>>& included_by) {
    std::map<string, string> came_from;
    std::vector<string> open{start};
    while (!open.empty()) {
        const string here = open.back();
        open.pop_back();
        const auto next = included_by.find(here);
        if (next == included_by.end()) continue;
        for (const string& there : next->second) {
            if (there == start) {
                string way = start;
                for (string back = here; back != start; back = came_from.at(back)) way.insert(0, back + " → ");
                return start + " → " + way;
            }
            if (came_from.emplace(there, here).second) open.push_back(there);
        }
    }
    return "";
}

}  // namespace

std::vector<string> circles(const Sources& sources) {
    const auto included_by = modules_included(sources);
    std::vector<string> found;
    for (const auto& [module, headers] : included_by) {
        if (string circle = circle_from(module, included_by); !circle.empty()) found.push_back(std::move(circle));
    }
    return found;
}

std::vector<string> crowded_folders(const std::vector<string>& files) {
    constexpr int most = 40;
    std::map<string, int> counts;
    for (const string& file : files) ++counts[folder_of(file)];
    std::vector<string> crowded;
    for (const auto& [folder, count] : counts) {
        if (count > most) crowded.push_back(folder + " holds " + std::to_string(count) + " files");
    }
    return crowded;
}

std::set<string> types_of(const string& text) {
    static const std::regex opens("(?:inline )?namespace ([\\w:]*) ?\\{"), closes("\\}  // namespace.*"),
        defines("(?:template <.*> ?)?(?:struct|class|union|enum class|enum) (\\w+)(?: final)?(?: : .*)? ?\\{.*");
    std::set<string> types;
    std::vector<string> spaces;
    std::istringstream stream(text);
    for (string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_match(line, match, opens)) {
            spaces.push_back(match[1]);
        } else if (std::regex_match(line, closes) && !spaces.empty()) {
            spaces.pop_back();
        } else if (std::regex_match(line, match, defines) && std::ranges::find(spaces, "") == spaces.end()) {
            string type;
            for (const string& space : spaces) type += space + "::";
            types.insert(type + match[1].str());
        }
    }
    return types;
}

std::vector<string> types_defined_twice(const Sources& sources) {
    std::map<string, string> where;
    std::vector<string> sentences;
    for (const auto& [file, text] : sources) {
        for (const string& type : types_of(text)) {
            const auto [first, is_new] = where.try_emplace(type, file);
            if (!is_new) sentences.push_back(type + " is defined in " + first->second + " and in " + file);
        }
    }
    return sentences;
}

}  // namespace vitrine::levels
