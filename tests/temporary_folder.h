#pragma once
/// A place for the files that a test writes.

#include <filesystem>
#include <string>
#include <string_view>

namespace vitrine {

/// An empty folder of a name that nobody else has; removed with all that was put in it.
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
