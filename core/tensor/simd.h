#pragma once
/// Which vector instructions the loops over numbers were compiled for.

#include <string_view>

namespace vitrine {

/// The widest ones: "AVX-512", "AVX2 and FMA", "NEON"; "none".
std::string_view compiled_simd();

/// The level of x86-64 that core was built for, where it is built for several: "v2", "v3" or "v4". Empty: it was built once.
std::string_view simd_level();

}  // namespace vitrine
