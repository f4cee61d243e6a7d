#include "tests/levels/folders.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace vitrine::levels {

using std::string;

namespace {

/// Adds what a folder's dependencies depend on. `done`: the folders that are complete.
void complete(const string& folder, Folders& folders, std::set<string>& done) {
    if (!done.insert(folder).second) return;
    const std::set<string> direct = folders[folder];
    for (const string& below : direct) {
        complete(below, folders, done);
        folders[folder].insert(folders[below].begin(), folders[below].end());
    }
}

/// The words between the brackets of a declaration, those of variables replaced.
std::vector<string> words_of(const string& declaration, const std::vector<string>& views) {
    std::vector<string> words;
    std::istringstream text(declaration);
    for (string word; text >> word;) {
        if (word == "${views}") {
            words.insert(words.end(), views.begin(), views.end());
        } else {
            words.push_back(word);
        }
    }
    return words;
}

void declare(const std::vector<string>& words, const std::vector<string>& views, Folders& folders) {
    const auto depends = std::ranges::find(words, "DEPENDS");
    const auto end =
        std::find_if(depends, words.end(), [](const string& word) { return word == "LIBRARIES" || word == "WAITED_FOR"; });
    const std::set<string> below(depends == words.end() ? depends : depends + 1, end);
    if (words.front() != "${view}") {
        folders[words.front()] = below;
        return;
    }
    for (const string& view : views) folders[view] = below;
}

}  // namespace

Folders folders_in(std::string_view declarations, const std::vector<string>& views) {
    const string text = std::regex_replace(string(declarations), std::regex("#[^\n]*"), "");
    const std::regex declaration(R"(vitrine_folder\(([^)]*)\))");
    Folders folders;
    for (std::sregex_iterator found(text.begin(), text.end(), declaration); found != std::sregex_iterator(); ++found)
        declare(words_of((*found)[1], views), views, folders);
    std::vector<string> names;
    for (const auto& [name, below] : folders) names.push_back(name);
    std::set<string> done;
    for (const string& name : names) complete(name, folders, done);
    return folders;
}

const Folders& all_folders() {
    static const Folders folders = [] {
        const std::filesystem::path root = VITRINE_SOURCE_DIR;
        std::vector<string> views;
        for (const auto& entry : std::filesystem::directory_iterator(root / "app/views"))
            if (entry.is_directory()) views.push_back("app/views/" + entry.path().filename().string());
        std::ifstream declarations(root / "CMakeLists.txt");
        return folders_in(string(std::istreambuf_iterator<char>(declarations), {}), views);
    }();
    return folders;
}

std::size_t level_of(const string& folder, const Folders& folders) {
    // What a folder depends on depends on less than it does, so whoever has fewer dependencies comes first.
    std::vector<string> below(folders.at(folder).begin(), folders.at(folder).end());
    std::ranges::sort(below, {}, [&](const string& one) { return folders.at(one).size(); });
    std::map<string, std::size_t> levels;
    std::size_t level = 0;
    for (const string& one : below) {
        for (const string& lower : folders.at(one)) levels[one] = std::max(levels[one], levels[lower] + 1);
        level = std::max(level, levels[one] + 1);
    }
    return level;
}

}  // namespace vitrine::levels
