#pragma once
/// This program's own file.

#include <filesystem>

namespace vitrine {

/// As Linux tells it; empty: it does not.
std::filesystem::path own_program();

}  // namespace vitrine
