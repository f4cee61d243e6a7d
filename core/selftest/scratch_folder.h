#pragma once
/// A new folder for the files of a check, removed at the end.

#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace vitrine {

class ScratchFolder {
public:
    ScratchFolder()
        : path(std::filesystem::temp_directory_path() / ("vitrine-self-test-" + std::to_string(std::random_device{}()))) {
        std::filesystem::create_directory(path);
    }
    ~ScratchFolder() {
        std::error_code unknown;
        std::filesystem::remove_all(path, unknown);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path path;
};

}  // namespace vitrine
