/// Holds every #include of core/ and app/ against the levels of their folders: it may point to the same folder or to a lower level.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace {

using std::string;
using std::string_view;

/// From the lowest level up. Folders of one level do not include each other. "app/views/*" is the folder of any view.
const std::vector<std::vector<string_view>> levels{
    {"core/tensor"},
    {"core/ops", "core/text"},
    {"core/files", "core/scores", "core/model", "core/text/normaliser", "core/text/pretokenizer", "core/text/subwords"},
    {"core/foreign", "core/pass", "core/text/tokenizer"},
    {"core/decode", "core/family", "core/trace", "core/tasks"},
    {"core/explain", "core/io/words", "core/listing", "core/train"},
    {"core/io", "core/history"},
    {"core/export", "core/import"},
    {"core/against"},
    {"core/cause"},
    {"app/base", "app/render"},
    {"app/run", "app/render/device"},
    {"app/state", "app/training", "app/words", "app/render/heatmap"},
    {"app/compare", "app/export", "app/widgets"},
    {"app/edit", "app/formula", "app/session", "app/widgets/chart", "app/widgets/tensor"},
    {"app/opening", "app/panel"},
    {"app/actions", "app/frame/batch", "app/frame/inspector", "app/importing"},
    {"app/importing/page"},
    {"app/frame/pages", "app/frame/sheets"},
    {"app/frame"},
    {"app/views/*"},
    {"app/script"},
    {"app/lesson"},
    {"app/lesson/panel", "app/link"},
    {"app/single_page"},
    {"app/views"},
    {"app/shell/keyboard"},
    {"app/shell/loop"},
    {"app/shell/script", "app/shell/window"},
    {"app/shell/desktop", "app/shell/page"},
    {"app/cli/common"},
    {"app/cli"},
    {"app/cli/bench", "app/cli/generate", "app/cli/train"},
    {"app/cli/evaluate", "app/cli/explain"},
};

bool is_view(string_view folder) { return folder.starts_with("app/views/"); }

/// How many levels lie below that of a folder; nothing for a folder without a level.
std::optional<std::size_t> level_of(string_view folder) {
    if (is_view(folder)) folder = "app/views/*";
    for (std::size_t level = 0; level < levels.size(); ++level) {
        if (std::ranges::find(levels[level], folder) != levels[level].end()) return level;
    }
    return std::nullopt;
}

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
    {"PCRE2", {"pcre2"}, {"core/text"}},
    {"SentencePiece", {"sentencepiece"}, {"core/text/subwords"}},
    // Work off the drawing thread is a job of the scheduler. A graphics context belongs to one thread, so the card has its own; the
    // script sleeps, and the doctor counts the hardware's.
    {"thread", {"thread", "stop_token", "future"}, {"core/tensor", "app/base", "app/render/device", "app/shell/script", "app/cli"}},
};

bool any_of(const auto& range, auto holds) { return std::any_of(std::begin(range), std::end(range), holds); }

/// "core/ops" of "core/ops/softmax.h".
/// What takes the place of some of a folder's files in a browser lies in its folder "web", and is at its place.
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
    if (!level_of(to)) return to + " has no level";
    if (from == to) return "";
    if (is_view(from) && is_view(to)) return "a view includes another view";
    if (from.starts_with("app/widgets") && !to.starts_with("app/widgets") && !to.starts_with("app/render") &&
        to.starts_with("app/"))
        return "a widget knows nothing of the application";
    return *level_of(to) < *level_of(from) ? "" : from + " is not above " + to;
}

/// Why `file`, a path from the root, may not include this; empty if it may.
string objection(string_view file, const Include& include) {
    const string& header = include.header;
    if (!level_of(folder_of(file))) return folder_of(file) + " has no level";
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

/// The text of every source file, by its path from the root.
using Sources = std::map<string, string>;

/// "core/ops/softmax" of "core/ops/softmax.cpp": a header and the file that implements it are one module.
string module_of(string_view path) { return string(path.substr(0, path.rfind('.'))); }

/// Whether a module is a part of another one: its name goes on from the other's, as outline_writer from outline.
bool is_part_of(const string& part, const string& whole) { return part.starts_with(whole + "_"); }

/// What each module includes, but for its own parts, which may include it.
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

/// A way from a module back to itself, "a → b → a"; empty where there is none.
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

/// A circle from each module that is in one.
std::vector<string> circles(const Sources& sources) {
    const auto included_by = modules_included(sources);
    std::vector<string> found;
    for (const auto& [module, headers] : included_by) {
        if (string circle = circle_from(module, included_by); !circle.empty()) found.push_back(std::move(circle));
    }
    return found;
}

/// The folders that hold more sources than one looks through at a glance, and how many they hold.
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

/// Paths from the root of all files with one of these extensions below some folders.
std::vector<string> files_below(std::initializer_list<const char*> tops, std::initializer_list<string_view> extensions) {
    const std::filesystem::path root = VITRINE_SOURCE_DIR;
    std::vector<string> files;
    for (const char* top : tops) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
            const string extension = entry.path().extension().string();
            if (any_of(extensions, [&](string_view one) { return one == extension; }))
                files.push_back(entry.path().lexically_relative(root).generic_string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The types that a text defines for other files to see, each with its namespaces: "vitrine::normaliser::Form". Types of unnamed
/// namespaces and inside other types are left out.
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

/// A type defined twice: whatever the linker keeps of the two holds for both, and the program does anything at all.
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

Sources all_sources() {
    Sources sources;
    for (const string& file : files_below({"core", "app"}, {".h", ".cpp"})) {
        std::ifstream stream(std::filesystem::path(VITRINE_SOURCE_DIR) / file);
        sources[file] = string{std::istreambuf_iterator<char>(stream), {}};
    }
    return sources;
}

}  // namespace

TEST_CASE("every include points to the same folder or to a lower level") {
    for (const auto& [file, text] : all_sources()) {
        for (const auto& sentence : objections(file, text)) FAIL_CHECK(sentence);
    }
}

TEST_CASE("no modules include each other in a circle") {
    for (const string& circle : circles(all_sources())) FAIL_CHECK(circle);
}

TEST_CASE("no type is defined in two places") {
    std::size_t types = 0;
    for (const auto& [file, text] : all_sources()) types += types_of(text).size();
    CHECK(types > 1000);
    for (const string& sentence : types_defined_twice(all_sources())) FAIL_CHECK(sentence);
}

TEST_CASE("no folder holds more than forty sources") {
    for (const string& crowded : crowded_folders(files_below({"core", "app", "tests"}, {".h", ".cpp", ".drive", ".sh"})))
        FAIL_CHECK(crowded);
}

TEST_CASE("the table of levels in docs/DESIGN.md has every folder of core at its level") {
    std::ifstream design(std::filesystem::path(VITRINE_SOURCE_DIR) / "docs/DESIGN.md");
    std::vector<std::size_t> told(levels.size());
    for (string line; std::getline(design, line);) {
        const auto start = line.find("`core/"), end = line.find('`', start + 1);
        if (!line.starts_with("| ") || start != line.find('`') || end == string::npos) continue;
        const std::size_t level = std::stoul(line.substr(2));
        const string folder = line.substr(start + 1, end - start - 1);
        CHECK_MESSAGE(level_of(folder) == level, folder);
        ++told.at(level);
    }
    for (std::size_t level = 0; levels[level].front().starts_with("core/"); ++level) CHECK(told[level] == levels[level].size());
}

TEST_CASE("an include of a lower level or of the same folder is allowed") {
    CHECK(allowed("core/ops/softmax.cpp", "core/ops/softmax.h"));
    CHECK(allowed("core/ops/softmax.h", "core/tensor/tensor.h"));
    CHECK(allowed("app/views/map/panel.cpp", "core/trace/trace.h"));
    CHECK(allowed("app/cli/main.cpp", "app/shell/desktop/desktop.h"));
}

TEST_CASE("an include that points up is named with its file and line") {
    const auto found = objections("core/ops/softmax.cpp", "#pragma once\n\n  # include \"core/model/mask.h\"\n#include <vector>\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0] == "core/ops/softmax.cpp:3: includes core/model/mask.h, but core/ops is not above core/model");
    CHECK_FALSE(allowed("core/io/samples.cpp", "app/state/state.h"));
    CHECK_FALSE(allowed("app/shell/loop/frame.cpp", "app/cli/arguments.h"));
    CHECK_FALSE(allowed("app/base/command.h", "app/state/state.h"));
    CHECK_FALSE(allowed("app/frame/menus.cpp", "app/views/map/state.h"));
}

TEST_CASE("two folders of one level do not include each other") {
    CHECK_FALSE(allowed("core/train/trainer.cpp", "core/explain/anatomy.h"));
    CHECK_FALSE(allowed("core/decode/greedy.cpp", "core/tasks/task.h"));
    CHECK_FALSE(allowed("core/text/words.cpp", "core/ops/embedding.h"));
    CHECK_FALSE(allowed("app/run/run.h", "app/render/device/gpu.h"));
}

TEST_CASE("no view includes another view") {
    CHECK(allowed("app/views/map/panel.cpp", "app/views/map/state.h"));
    CHECK(allowed("app/views/map/panel.cpp", "app/frame/operations.h"));
    CHECK(allowed("app/views/modules.cpp", "app/views/map/view.h"));
    const auto found = objections("app/views/masks/state.cpp", "#include \"app/views/attention/state.h\"\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0] == "app/views/masks/state.cpp:1: includes app/views/attention/state.h, but a view includes another view");
}

TEST_CASE("a circle of includes is named with its way") {
    CHECK(circles({{"core/ops/a.h", "#include \"core/ops/b.h\"\n"}, {"core/ops/b.h", "#include <vector>\n"}}).empty());
    // The header of one and the implementation of the other are enough.
    const auto two = circles({{"core/ops/a.h", "#include \"core/ops/b.h\"\n"},
                              {"core/ops/b.h", "int b();\n"},
                              {"core/ops/b.cpp", "#include \"core/ops/b.h\"\n#include \"core/ops/a.h\"\n"}});
    REQUIRE(two.size() == 2);
    CHECK(two[0] == "core/ops/a → core/ops/b → core/ops/a");
    const auto three = circles({{"core/ops/a.h", "#include \"core/ops/b.h\"\n"},
                                {"core/ops/b.h", "#include \"core/ops/c.h\"\n"},
                                {"core/ops/c.h", ""},
                                {"core/ops/c.cpp", "#include \"core/ops/a.h\"\n"}});
    REQUIRE(three.size() == 3);
    CHECK(three[0] == "core/ops/a → core/ops/b → core/ops/c → core/ops/a");
}

TEST_CASE("a module includes its own parts, and they it") {
    CHECK(circles({{"core/ops/a.h", "int a();\n"},
                   {"core/ops/a.cpp", "#include \"core/ops/a_part.h\"\n"},
                   {"core/ops/a_part.h", "#include \"core/ops/a.h\"\n"}})
              .empty());
    CHECK(circles({{"core/ops/a.h", "int a();\n"},
                   {"core/ops/a.cpp", "#include \"core/ops/part.h\"\n"},
                   {"core/ops/part.h", "#include \"core/ops/a.h\"\n"}})
              .size() == 2);
}

TEST_CASE("a crowded folder is named with how many files it holds") {
    std::vector<string> files;
    for (int i = 0; i < 40; ++i) files.push_back("app/room/file" + std::to_string(i) + ".h");
    CHECK(crowded_folders(files).empty());
    files.push_back("app/room/below/file.h");
    CHECK(crowded_folders(files).empty());
    files.push_back("app/room/file.h");
    const auto crowded = crowded_folders(files);
    REQUIRE(crowded.size() == 1);
    CHECK(crowded[0] == "app/room holds 41 files");
}

TEST_CASE("a type that is defined twice is named with both its places") {
    const string one =
        "namespace vitrine {\nstruct Words : Base {\n};\nnamespace parts {\nclass Form {};\n}  // namespace parts\n}  // namespace "
        "vitrine\n";
    const string other =
        "namespace vitrine {\nnamespace {\nclass Form {};\n}  // namespace\nclass Form {};\nstruct Words { int count; };\n}  // "
        "namespace vitrine\n";
    CHECK(types_of(one) == std::set<string>{"vitrine::Words", "vitrine::parts::Form"});
    CHECK(types_defined_twice({{"a.h", one}, {"b.h", other}}) ==
          std::vector<string>{"vitrine::Words is defined in a.h and in b.h"});
}

TEST_CASE("a widget knows nothing of the application") {
    CHECK(allowed("app/widgets/heatmap.cpp", "app/render/texture.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.h", "app/state/state.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.h", "app/run/run.h"));
}

TEST_CASE("a library stays in the folders it belongs to") {
    CHECK(allowed("core/ops/softmax.cpp", "Eigen/Core"));
    CHECK(allowed("core/tensor/eigen.h", "Eigen/Core"));
    CHECK_FALSE(allowed("core/ops/softmax.h", "Eigen/Core"));
    CHECK(allowed("app/render/texture.cpp", "epoxy/gl.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.cpp", "epoxy/gl.h"));
    CHECK_FALSE(allowed("app/shell/window/window.cpp", "GL/gl.h"));
    CHECK(allowed("app/shell/window/window.cpp", "GLFW/glfw3.h"));
    CHECK_FALSE(allowed("app/views/map/panel.cpp", "GLFW/glfw3.h"));
    CHECK(allowed("app/widgets/ui.cpp", "imgui.h"));
    CHECK_FALSE(allowed("app/state/state.h", "imgui.h"));
    CHECK_FALSE(allowed("core/trace/trace.cpp", "imgui_internal.h"));
    CHECK_FALSE(allowed("core/io/json.cpp", "CLI/CLI.hpp"));
    CHECK(allowed("app/base/scheduler.cpp", "thread"));
    CHECK_FALSE(allowed("app/views/train/training.cpp", "thread"));
    CHECK_FALSE(allowed("core/train/session.h", "stop_token"));
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
