/// Holds the sources of core/ and app/, and docs/DESIGN.md, against the rules.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>

#include <doctest/doctest.h>

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
    std::vector<std::size_t> told(all_levels().size());
    for (string line; std::getline(design, line);) {
        const auto start = line.find("`core/"), end = line.find('`', start + 1);
        if (!line.starts_with("| ") || start != line.find('`') || end == string::npos) continue;
        const std::size_t level = std::stoul(line.substr(2));
        const string folder = line.substr(start + 1, end - start - 1);
        CHECK_MESSAGE(level_of(folder) == level, folder);
        ++told.at(level);
    }
    for (std::size_t level = 0; all_levels()[level].front().starts_with("core/"); ++level)
        CHECK(told[level] == all_levels()[level].size());
}

}  // namespace vitrine::levels
