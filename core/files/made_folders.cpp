#include "core/files/made_folders.h"

#include <system_error>

#include <unistd.h>

#include "core/files/problem.h"

namespace vitrine {

namespace fs = std::filesystem;

MadeFolders::MadeFolders(const fs::path& folder) {
    const Undisturbed undisturbed;
    std::error_code problem;
    for (fs::path path = fs::absolute(folder, problem).lexically_normal(); !path.empty() && !fs::exists(path, problem);) {
        folders_.push_back(path);
        path = path.parent_path();
    }
    for (auto path = folders_.rbegin(); path != folders_.rend(); ++path) unfinished_.push_back(std::make_unique<Unfinished>(*path));
    problem.clear();
    fs::create_directories(folder, problem);
    if (!problem) return;
    remove_empty();
    fail(folder.string(), "the folder cannot be made: " + problem.message());
}

MadeFolders::~MadeFolders() { remove_empty(); }

void MadeFolders::remove_empty() {
    for (const fs::path& folder : folders_) rmdir(folder.c_str());
}

}  // namespace vitrine
