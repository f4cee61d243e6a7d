#pragma once
/// Writes large numbers as short texts.

#include <string>

#include "core/tensor/layout.h"

namespace vitrine {

/// "262.14K"; numbers below a thousand as they are. K, M and B are powers of a thousand.
std::string rounded_count(Size count);

/// "1.05 MB"; kB, MB and GB are powers of a thousand.
std::string rounded_bytes(Size bytes);

}  // namespace vitrine
