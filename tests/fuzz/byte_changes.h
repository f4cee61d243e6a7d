#pragma once
/// Damages the bytes of a file.

#include <string>
#include <string_view>

#include "core/tensor/random.h"

namespace vitrine::fuzz {

/// Numbers at the limits of what JSON can contain, and beyond: "0", "-1", "1e308", "9223372036854775808", "NaN", …
std::string_view extreme_number(Random& random);

/// Changes one to three places: flips a bit, cuts off the end, inserts bytes, repeats, removes, swaps or overwrites a part, or puts
/// an extreme number in the place of one that is written out.
void change_bytes(std::string& content, Random& random);

}  // namespace vitrine::fuzz
