#pragma once
/// File descriptors, locks on the open files, and opening files without waiting for ever: a named pipe has two ends, and whoever
/// opens one end normally waits for somebody to open the other.

#include <cstdint>
#include <filesystem>

namespace vitrine {

/// A file descriptor that is closed at the end of its scope; −1: none.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    bool open() const { return number_ >= 0; }

    /// Closes this and takes another one.
    void replace(int number);

    /// False if the system reports that something was not written; errno says why.
    bool close();

private:
    int number_;
};

/// An exclusive lock. It ends when the descriptor is closed, or when the process is killed.
enum class Lock { taken, held_by_another, impossible };
Lock try_to_lock(const Descriptor& file);

/// Whether an open file is still the one of that name, and has not been removed or replaced.
bool is_at(const Descriptor& file, const std::filesystem::path& path);

/// Opens a file for reading; −1: errno says why not. A pipe opens at once, whether or not somebody writes to it, and reading from
/// it does not wait: read_piece() does.
int open_to_read(const std::filesystem::path& path);

/// Opens a file for writing, with further flags of open(); −1: errno says why not: ENXIO for a pipe that nobody has opened for
/// reading within two seconds. Writing waits.
int open_to_write(const std::filesystem::path& path, int flags);

/// How reading a piece ended; `failed`: errno says why.
enum class ReadOutcome : std::uint8_t { bytes, end, nobody_writes, failed };

struct BytesRead {
    ReadOutcome kind;
    std::size_t size = 0;  ///< of `bytes`
};

/// Reads up to `size` bytes. Waits as long as a pipe has a writer, and two seconds for one to come. Requires: size ≥ 1. `first`:
/// nothing has been read yet.
BytesRead read_piece(const Descriptor& file, char* to, std::size_t size, bool first);

}  // namespace vitrine
