#pragma once
/// A place for the files that a test writes.

#include <filesystem>
#include <string>
#include <string_view>

namespace vitrine {

/// An empty folder with a unique name. It is removed with all its contents.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

    /// Puts a file there and gives its path.
    std::filesystem::path file(const std::string& name, std::string_view content) const;

private:
    std::filesystem::path path_;
};

}  // namespace vitrine
