#pragma once
/// A new folder for the files of a check, removed at the end.

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace vitrine {

class TemporaryFolder {
public:
    TemporaryFolder()
        : path(std::filesystem::temp_directory_path() / ("vitrine-self-test-" + std::to_string(std::random_device{}()))) {
        std::filesystem::create_directory(path);
    }
    ~TemporaryFolder() {
        std::error_code unknown;
        std::filesystem::remove_all(path, unknown);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path path;
};

}  // namespace vitrine
