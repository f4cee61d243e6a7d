/// Holds the sources of core/ and app/, and docs/DESIGN.md, against the rules.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <set>

#include <doctest/doctest.h>

#include "tests/counted.h"
#include "tests/levels/checks.h"
#include "tests/levels/folders.h"
#include "tests/levels/rules.h"

namespace vitrine::levels {

using std::string;
using std::string_view;

namespace {

/// Paths from the root of all files with one of these extensions below some folders.
std::vector<string> files_below(std::initializer_list<const char*> tops, std::initializer_list<string_view> extensions) {
    const std::filesystem::path root = VITRINE_SOURCE_DIR;
    std::vector<string> files;
    for (const char* top : tops) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
            const string extension = entry.path().extension().string();
            if (std::ranges::find(extensions, extension) != extensions.end())
                files.push_back(entry.path().lexically_relative(root).generic_string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

string text_of(const string& file) {
    std::ifstream stream(std::filesystem::path(VITRINE_SOURCE_DIR) / file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

Sources all_sources() {
    Sources sources;
    for (const string& file : files_below({"core", "app"}, {".h", ".cpp"})) sources[file] = text_of(file);
    return sources;
}

}  // namespace

TEST_CASE("every include is of the same folder or of one that it depends on") {
    CHECK(all_sources().size() > 1000);
    for (const auto& [file, text] : all_sources()) {
        for (const auto& sentence : objections(file, text)) FAIL_CHECK(sentence);
    }
}

TEST_CASE("no modules include each other in a circle") {
    CHECK(circles({{"core/a.h", "#include \"core/b.h\""}, {"core/b.h", "#include \"core/a.h\""}}).size() == 2);
    for (const string& circle : circles(all_sources())) FAIL_CHECK(circle);
}

TEST_CASE("no type is defined in two places") {
    std::size_t types = 0;
    for (const auto& [file, text] : all_sources()) types += types_of(text).size();
    CHECK(types > 1000);
    for (const string& sentence : types_defined_twice(all_sources())) FAIL_CHECK(sentence);
}

TEST_CASE("no folder holds more than forty sources") {
    const std::vector<string> files = files_below({"core", "app", "tests"}, {".h", ".cpp", ".drive", ".sh"});
    CHECK(files.size() > 1500);
    for (const string& crowded : crowded_folders(files)) FAIL_CHECK(crowded);
}

TEST_CASE("no test can pass without having checked anything") {
    // Functions of the tests' headers that are called check_…, and a script that is played, which throws.
    std::set<string> checking{"play"};
    for (const string& file : files_below({"tests"}, {".h"})) {
        for (const string& name : checking_functions(without_quotes(text_of(file)), {})) {
            if (name.starts_with("check")) checking.insert(name);
        }
    }
    int tests = 0;
    for (const string& file : files_below({"tests"}, {".cpp"})) {
        const string text = text_of(file);
        tests += test_count(text);
        for (const string& test : tests_that_may_check_nothing(file, text, checking))
            FAIL_CHECK(
                test << ": all of its checks stand behind a condition, or in a loop that may be empty: say with a tests::Counted "
                        "how many there are at least");
    }
    CHECK(tests > 2000);
}

TEST_CASE("the table of levels in docs/DESIGN.md has every folder of core at its level") {
    const tests::Counted checks(25);
    std::ifstream design(std::filesystem::path(VITRINE_SOURCE_DIR) / "docs/DESIGN.md");
    std::set<string> told;
    for (string line; std::getline(design, line);) {
        const auto start = line.find("`core/"), end = line.find('`', start + 1);
        if (!line.starts_with("| ") || start != line.find('`') || end == string::npos) continue;
        const string folder = line.substr(start + 1, end - start - 1);
        REQUIRE_MESSAGE(all_folders().contains(folder), folder);
        CHECK_MESSAGE(level_of(folder, all_folders()) == std::stoul(line.substr(2)), folder);
        told.insert(folder);
    }
    for (const auto& entry : all_folders()) {
        const string& folder = entry.first;
        CHECK_MESSAGE((told.contains(folder) || !folder.starts_with("core/")), folder);
    }
}

}  // namespace vitrine::levels
