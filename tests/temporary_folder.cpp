#include "tests/temporary_folder.h"

#include <fstream>
#include <system_error>

#include <stdlib.h>

namespace vitrine {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "vitrine-test-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::system_error(errno, std::generic_category(), pattern);
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code left_behind;
    fs::remove_all(path_, left_behind);
}

fs::path TemporaryFolder::file(const std::string& name, std::string_view content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
}

}  // namespace vitrine
