#pragma once
/// Reading NumPy archives: what numpy.savez and numpy.savez_compressed write.

#include <filesystem>

#include "core/files/stored_tensor.h"

namespace vitrine {

/// The arrays by their names without ".npy", and the metadata that write_npz() adds. Fortran order becomes row-major. Reads
/// floats of 2, 4 and 8 bytes, integers of 1, 2, 4 and 8 bytes, and booleans, all little-endian. Throws Error naming file and
/// array if a header is malformed, a type is not one of these, or the size does not fit the shape.
StoredTensors read_npz(const std::filesystem::path& path);

}  // namespace vitrine
