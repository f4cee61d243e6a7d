#pragma once
/// File descriptors, locks on what they are open for, and opening files without waiting for ever: a pipe with a name has two ends,
/// and whoever opens one waits for somebody at the other.

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

    /// False where the system reports that something was not written; errno says what.
    bool close();

private:
    int number_;
};

/// A lock for one holder alone. It ends when the descriptor is closed, also where the process is killed.
enum class Lock { taken, held_by_another, impossible };
Lock try_to_lock(const Descriptor& file);

/// Whether an open file still is the one of that name, rather than removed or replaced.
bool is_at(const Descriptor& file, const std::filesystem::path& path);

/// Opens a file for reading; −1: errno says why not. A pipe is open at once, whether somebody writes to it or not, and reading from
/// it does not wait: read_piece() does.
int open_to_read(const std::filesystem::path& path);

/// Opens a file for writing, with further flags of open(); −1: errno says why not, ENXIO where it is a pipe that nobody has opened
/// for reading after two seconds. Writing waits.
int open_to_write(const std::filesystem::path& path, int flags);

/// How reading a piece ended; `failed`: errno says why.
enum class ReadOutcome : std::uint8_t { bytes, end, nobody_writes, failed };

struct BytesRead {
    ReadOutcome kind;
    std::size_t size = 0;  ///< of `bytes`
};

/// Reads up to `size` bytes. Waits for a pipe's writer as long as he is there, and two seconds for him to come. Requires: size ≥ 1.
/// `first`: nothing has been read yet.
BytesRead read_piece(const Descriptor& file, char* to, std::size_t size, bool first);

}  // namespace vitrine
