#include "core/files/made_folder.h"

#include <cerrno>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "core/files/problem.h"

namespace vitrine {

namespace fs = std::filesystem;

MadeFolder::MadeFolder(const fs::path& folder) {
    const Undisturbed undisturbed;
    std::error_code unknown;
    fs::path path = fs::absolute(folder, unknown).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();  // "a/b/" is a/b
    if (mkdir(path.c_str(), 0777) == 0) {
        made_.emplace(path);
        return;
    }
    const int error = errno;
    if (error == EEXIST && fs::is_directory(path, unknown)) return;
    if (error == EEXIST) fail(folder.string(), "this is a file, a folder is needed");
    if (error == ENOENT && path.has_parent_path() && !fs::exists(path.parent_path(), unknown))
        fail(folder.string(), "the folder cannot be made: there is no folder " + path.parent_path().string());
    fail(folder.string(), "the folder cannot be made: " + std::generic_category().message(error));
}

MadeFolder::~MadeFolder() {
    if (made_) rmdir(made_->path().c_str());
}

}  // namespace vitrine
