#pragma once
/// The environment variable VITRINE_SIMD, which asks for one of the levels of x86-64 that core was built for.

#include <string>
#include <vector>

namespace vitrine {

inline constexpr const char* simd_variable = "VITRINE_SIMD";

/// Starts the program again, with these arguments and the level that VITRINE_SIMD asks for, unless that is in use. Throws Error,
/// naming the variable, if there is no such level, this processor lacks it, or core was built once.
void take_wanted_simd(std::vector<char*> arguments);

/// The levels that VITRINE_SIMD can ask for here, but for the one in use.
std::vector<std::string> other_simd_levels();

}  // namespace vitrine
