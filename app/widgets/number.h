#pragma once
/// How numbers are written: in cells as short as fits, elsewhere with four decimals.

#include <string>

#include "core/tensor/tensor.h"

namespace vitrine {

/// "-0.67" with so many decimals, "NaN", "∞", "−∞"; integers for ids and masks. Large numbers in powers of ten.
std::string cell_number(double value, ElementType type, int decimals);

/// "10⁻³".
std::string power_of_ten(int exponent);

/// "+0.5813": the number in question, four decimals; large and tiny numbers in powers of ten, "+1.300e-6". Zero alone is "0.0000",
/// without a sign.
std::string signed_number(double value, ElementType type);

/// "0.5813": the same without the plus, for what is never negative: shares, lengths, losses.
std::string plain_number(double value);

/// "+0.58" with so many decimals, where there is little room; what would read as zero and is none, "+4e-3".
std::string short_signed_number(double value, int decimals);

/// The most decimals (4 … 1) with which numbers up to `limit` are no longer than `characters`; −1 where none are.
int fitting_decimals(double limit, bool negative, int characters);

}  // namespace vitrine
