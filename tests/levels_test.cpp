/// Holds every #include of core/ and app/ against the levels of their folders: it may point to the same folder or to a lower level.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace {

using std::string;
using std::string_view;

const std::map<string, int, std::less<>> levels{
    {"core/tensor", 0}, {"core/ops", 1},    {"core/text", 1}, {"core/model", 2}, {"core/trace", 3},
    {"core/train", 4},  {"core/decode", 4}, {"core/io", 5},   {"app/state", 6},  {"app/render", 6},
    {"app/widgets", 7}, {"app/panels", 8},  {"app/shell", 9}, {"app/cli", 10},
};

/// Libraries that belong to some folders only, by how their headers start.
struct Library {
    string_view name;
    std::vector<string_view> headers;
    std::vector<string_view> folders;
};
const std::vector<Library> libraries{
    {"OpenGL", {"epoxy/", "GL/", "GLES", "EGL/", "KHR/"}, {"app/render"}},
    {"GLFW", {"GLFW/"}, {"app/render", "app/shell"}},
    {"Dear ImGui",
     {"imgui", "imconfig", "imstb", "backends/imgui", "misc/"},
     {"app/render", "app/widgets", "app/panels", "app/shell", "app/cli"}},
    {"CLI11", {"CLI/"}, {"app/cli"}},
    {"Google Benchmark", {"benchmark/"}, {"app/cli"}},
    {"sd-bus", {"systemd/"}, {"app/shell"}},
};

/// What two files of app/panels may share; panels.cpp, the list of all panels, includes every one.
constexpr std::array shared_by_panels{string_view("panel"), string_view("panel_drop_down"), string_view("panel_compared"),
                                      string_view("panels")};

bool any_of(const auto& range, auto holds) { return std::any_of(std::begin(range), std::end(range), holds); }

/// "map" of "app/views/map/blocks_drawing.cpp": the parts of a panel begin with its name.
string panel_of(string_view path) {
    const string stem = std::filesystem::path(path).stem().string();
    return stem.substr(0, stem.find('_'));
}

/// "core/ops" of "core/ops/softmax.h".
string folder_of(string_view path) {
    const auto slash = path.find('/', path.find('/') + 1);
    return string(path.substr(0, slash));
}

/// "softmax" of "core/ops/softmax.h".
string stem_of(string_view path) { return std::filesystem::path(path).stem().string(); }

struct Include {
    string header;
    bool quoted;
};

/// What a line includes, if anything.
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
    if (header.starts_with("CLI/") && stem_of(file) != "command_line") return "CLI11 is behind app/cli/command_line.h";
    for (const auto& [name, headers, folders] : libraries) {
        const bool belongs_here = any_of(folders, [&](string_view folder) { return folder == folder_of(file); });
        if (!belongs_here && any_of(headers, [&](string_view start) { return header.starts_with(start); }))
            return string(name) + " is not for " + folder_of(file);
    }
    return "";
}

string objection_to_project_header(string_view file, string_view header) {
    const string from = folder_of(file), to = folder_of(header);
    if (!levels.contains(to)) return to + " has no level";
    if (from == "app/panels" && to == from) {
        const bool shared = any_of(shared_by_panels, [&](string_view stem) { return stem == stem_of(header); });
        const bool own = panel_of(header) == panel_of(file);
        return shared || own || file == "app/frame/panels.cpp" ? "" : "a panel includes another panel";
    }
    if (from == "app/widgets" && to == "app/state") return "a widget knows no application state";
    if (from != to && levels.at(to) >= levels.at(from)) return from + " is not above " + to;
    return "";
}

/// Why `file`, a path from the root, may not include this; empty if it may.
string objection(string_view file, const Include& include) {
    const string& header = include.header;
    if (!levels.contains(folder_of(file))) return folder_of(file) + " has no level";
    if (header.starts_with("core/") || header.starts_with("app/")) return objection_to_project_header(file, header);
    if (include.quoted) return "in quotes stand the project's headers, as seen from its root";
    return objection_to_library(file, header);
}

/// One sentence per include of `text` that the levels forbid.
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

bool allowed(const string& file, const string& header) { return objections(file, "#include <" + header + ">\n").empty(); }

std::vector<std::filesystem::path> source_files(const std::filesystem::path& root) {
    std::vector<std::filesystem::path> files;
    for (const char* top : {"core", "app"}) {
        if (!exists(root / top)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
            const auto extension = entry.path().extension();
            if (extension == ".h" || extension == ".cpp") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

TEST_CASE("every include points to the same folder or to a lower level") {
    const std::filesystem::path root = VITRINE_SOURCE_DIR;
    for (const auto& path : source_files(root)) {
        std::ifstream stream(path);
        const string text{std::istreambuf_iterator<char>(stream), {}};
        for (const auto& sentence : objections(path.lexically_relative(root).generic_string(), text)) FAIL_CHECK(sentence);
    }
}

TEST_CASE("an include of a lower level or of the same folder is allowed") {
    CHECK(allowed("core/ops/softmax.cpp", "core/ops/softmax.h"));
    CHECK(allowed("core/ops/softmax.h", "core/tensor/tensor.h"));
    CHECK(allowed("app/panels/outline.cpp", "core/trace/trace.h"));
    CHECK(allowed("app/cli/main.cpp", "app/shell/frame.h"));
}

TEST_CASE("an include that points up is named with its file and line") {
    const auto found = objections("core/ops/softmax.cpp", "#pragma once\n\n  # include \"core/model/mask.h\"\n#include <vector>\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0] == "core/ops/softmax.cpp:3: includes core/model/mask.h, but core/ops is not above core/model");
    CHECK_FALSE(allowed("core/io/samples.cpp", "app/state/state.h"));
    CHECK_FALSE(allowed("app/shell/frame.cpp", "app/cli/arguments.h"));
}

TEST_CASE("two folders of one level do not include each other") {
    CHECK_FALSE(allowed("core/train/trainer.cpp", "core/decode/greedy.h"));
    CHECK_FALSE(allowed("core/decode/greedy.cpp", "core/train/trainer.h"));
    CHECK_FALSE(allowed("core/text/words.cpp", "core/ops/embedding.h"));
    CHECK_FALSE(allowed("app/state/state.h", "app/render/texture.h"));
}

TEST_CASE("a panel includes itself and what all share, the list includes every panel") {
    CHECK(allowed("app/panels/outline.cpp", "app/panels/outline.h"));
    CHECK(allowed("app/panels/outline.h", "app/panel/panel.h"));
    CHECK(allowed("app/frame/panels.cpp", "app/panels/outline.h"));
    CHECK_FALSE(allowed("app/panels/outline.cpp", "app/views/map/panel.h"));
    CHECK_FALSE(allowed("app/panels/outline.h", "app/views/map/panel.h"));
}

TEST_CASE("a widget knows no application state") {
    CHECK(allowed("app/widgets/heatmap.cpp", "app/render/texture.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.h", "app/state/state.h"));
}

TEST_CASE("a library stays in the folders it belongs to") {
    CHECK(allowed("core/ops/softmax.cpp", "Eigen/Core"));
    CHECK(allowed("core/tensor/eigen.h", "Eigen/Core"));
    CHECK_FALSE(allowed("core/ops/softmax.h", "Eigen/Core"));
    CHECK(allowed("app/render/texture.cpp", "epoxy/gl.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.cpp", "epoxy/gl.h"));
    CHECK_FALSE(allowed("app/shell/window/window.cpp", "GL/gl.h"));
    CHECK(allowed("app/shell/window/window.cpp", "GLFW/glfw3.h"));
    CHECK_FALSE(allowed("app/panels/outline.cpp", "GLFW/glfw3.h"));
    CHECK(allowed("app/panels/outline.cpp", "imgui.h"));
    CHECK_FALSE(allowed("app/state/state.h", "imgui.h"));
    CHECK_FALSE(allowed("core/trace/trace.cpp", "imgui_internal.h"));
    CHECK(allowed("app/cli/command_line.cpp", "CLI/CLI.hpp"));
    CHECK_FALSE(allowed("app/cli/main.cpp", "CLI/CLI.hpp"));
    CHECK_FALSE(allowed("core/io/json.cpp", "CLI/CLI.hpp"));
}

TEST_CASE("a header of the project is written from the root, whatever the brackets") {
    CHECK(objections("core/ops/softmax.h", "#include \"core/tensor/tensor.h\"").empty());
    CHECK(objections("core/ops/softmax.h", "#include \"../tensor/tensor.h\"").size() == 1);
    CHECK(objections("core/ops/softmax.cpp", "#include \"softmax.h\"").size() == 1);
    CHECK(objections("core/ops/softmax.cpp", "#include <core/io/json.h>").size() == 1);
}

TEST_CASE("a folder without a level is an error") {
    CHECK_FALSE(allowed("core/tools/list.cpp", "vector"));
    CHECK_FALSE(allowed("core/ops/softmax.cpp", "core/tools/list.h"));
}
