#include "tests/test_data.h"

#include <algorithm>

namespace vitrine {

std::filesystem::path test_data(const std::filesystem::path& path) { return std::filesystem::path(VITRINE_TEST_DATA) / path; }

std::vector<std::string> test_folders(const std::filesystem::path& path) {
    std::vector<std::string> folders;
    for (const auto& entry : std::filesystem::directory_iterator(test_data(path)))
        if (entry.is_directory()) folders.push_back(entry.path().filename().string());
    std::ranges::sort(folders);
    return folders;
}

const std::vector<std::string>& family_names() {
    static const std::vector<std::string> names = test_folders("goldens/families");
    return names;
}

}  // namespace vitrine
