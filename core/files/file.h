#pragma once
/// Reads and writes whole files. Every failure is an Error of one line that starts with the file's path.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/descriptor.h"
#include "core/files/ending.h"

namespace vitrine {

/// Receives a text or bytes piece by piece.
using Sink = std::function<void(std::string_view)>;

/// The paths that stand for the standard streams, whether these are files, pipes or terminals.
constexpr const char *standard_input = "/dev/stdin", *standard_output = "/dev/stdout";

/// Everything that standard input holds. It is read only once; read_file() returns it for standard_input.
const std::string& read_standard_input();

/// The content of a file. Throws Error if it is missing, unreadable or a folder.
std::string read_file(const std::filesystem::path& path);

/// The content of a file, and the owner of its memory.
struct FileBytes {
    std::shared_ptr<const void> keeper;
    std::string_view bytes;
};

/// The same without a copy: if possible, the system reads only what is looked at. If another program shortens the file meanwhile,
/// this program crashes, so use it only for files that are read and then released. Throws Error like read_file().
FileBytes map_file(const std::filesystem::path& path);

/// Writes a file atomically: bytes go to a temporary file in the same folder, and commit() renames it to its final name, replacing
/// an existing file. Without commit() nothing changes. Devices, pipes and standard output are written directly. A signal that
/// ends the program removes the temporary file; what a killed process left in that folder is removed before a file is written
/// there.
class OutputFile {
public:
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);

    /// Writes at an offset in bytes, independently of write(). If the target is a device, the bytes wait in memory for commit().
    void write_at(std::uint64_t place, std::string_view bytes);

    void commit();

    /// The steps of commit(): sync() flushes the temporary file to disk, take_place() renames it, finish() flushes the folder, so
    /// that the new name survives a power cut.
    void sync();
    void take_place();
    void finish();

private:
    void open_target();
    void write_held();
    void open_temporary();
    bool make_temporary();
    [[noreturn]] void fail_to_write(int error) const;

    std::filesystem::path path_;           // as given, for messages
    std::filesystem::path target_;         // with symbolic links resolved
    std::filesystem::path temporary_;      // empty for a device
    std::optional<unsigned> permissions_;  // of the replaced file
    Descriptor file_;
    std::string held_;  // for a device: what was written at offsets
    std::optional<Unfinished> unfinished_;
};

/// Several files written together: none is renamed before all are on disk, and no signal ends the program while they are renamed.
class OutputFiles {
public:
    OutputFile& add(const std::filesystem::path& path);

    /// Marks an existing file for removal by commit().
    void remove(const std::filesystem::path& path);

    void commit();

private:
    std::vector<std::unique_ptr<OutputFile>> files_;
    std::vector<std::filesystem::path> removed_;
};

/// Throws Error if no file can be written at this path, so that no long work is done in vain. Changes nothing. Devices and pipes
/// are not checked.
void require_writable(const std::filesystem::path& path);

/// Writes a file atomically. Throws Error where the folder is missing, the disk is full, or the path is a folder.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace vitrine
