#pragma once
/// Opening files without waiting for ever: a pipe with a name has two ends, and whoever opens one waits for somebody at the other.

#include <cstdint>
#include <filesystem>

#include "core/files/descriptor.h"

namespace vitrine {

/// Opens a file for reading; −1: errno says why not. A pipe is open at once, whether somebody writes to it or not, and reading from
/// it does not wait: read_piece() does.
int open_to_read(const std::filesystem::path& path);

/// Opens a file for writing, with further flags of open(); −1: errno says why not, ENXIO where it is a pipe that nobody has opened
/// for reading after two seconds. Writing waits.
int open_to_write(const std::filesystem::path& path, int flags);

/// How reading a piece ended; `failed`: errno says why.
enum class Piece : std::uint8_t { bytes, end, nobody_writes, failed };

struct ReadPiece {
    Piece kind;
    std::size_t size = 0;  ///< of `bytes`
};

/// Reads up to `size` bytes. Waits for a pipe's writer as long as he is there, and two seconds for him to come. Requires: size ≥ 1.
/// `first`: nothing has been read yet.
ReadPiece read_piece(const Descriptor& file, char* to, std::size_t size, bool first);

}  // namespace vitrine
