#pragma once
/// Whole files in, whole files out. Every failure is an Error of one line that starts with the file's path.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Takes a text or the bytes of a file piece by piece.
using Sink = std::function<void(std::string_view)>;

/// Everything in a file. Error where it is missing, unreadable or a folder.
std::string read_file(const std::filesystem::path& path);

/// A file that is there whole or not at all: what is written goes to a temporary file in the same folder, which commit() puts in
/// the place of whatever had the name. Without commit() nothing changes. Devices and pipes, such as /dev/stdout, are written
/// directly.
class OutputFile {
public:
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);
    void commit();

    /// The two halves of commit(): everything on the disk, but still under another name; then in its place.
    void sync();
    void take_place();

    /// Where the bytes go until commit(), for libraries that write files themselves. Error where the target is a device.
    const std::filesystem::path& temporary() const;

private:
    void open_target();
    void open_temporary();
    [[noreturn]] void fail_to_write(int error) const;

    std::filesystem::path path_;           // as it was given, for messages
    std::filesystem::path target_;         // symbolic links followed
    std::filesystem::path temporary_;      // empty for a device
    std::optional<unsigned> permissions_;  // of the file that is replaced
    int descriptor_ = -1;
};

/// Files that belong together: none takes its place before all of them are on the disk whole.
class OutputFiles {
public:
    OutputFile& add(const std::filesystem::path& path);

    /// A file that has no place among them: commit() removes it, if it is there.
    void remove(const std::filesystem::path& path);

    void commit();

private:
    std::vector<std::unique_ptr<OutputFile>> files_;
    std::vector<std::filesystem::path> removed_;
};

/// Error where the folder is missing, the disk is full, or the path is a folder.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace vitrine
