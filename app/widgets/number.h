#pragma once
/// Numbers as text: in cells as short as possible, elsewhere with four decimals.

#include <string>

#include "core/tensor/tensor.h"

namespace vitrine {

/// "-0.67" with this many decimals, "NaN", "∞", "−∞"; integers for ids and masks. Large numbers in powers of ten.
std::string cell_number(double value, ElementType type, int decimals);

/// "10⁻³".
std::string power_of_ten(int exponent);

/// "+0.5813": four decimals; large and tiny numbers in powers of ten, "+1.300e-6". Zero is "0.0000", without a sign.
std::string signed_number(double value, ElementType type);

/// "0.5813": the same without the plus, for numbers that are never negative: shares, lengths, losses.
std::string plain_number(double value);

/// "+0.58" with this many decimals; "+4e-3" for a number that would otherwise read as zero.
std::string short_signed_number(double value, int decimals);

/// The most decimals (4 … 1) with which numbers up to `limit` have at most `characters` characters; −1 if there are none.
int fitting_decimals(double limit, bool negative, int characters);

}  // namespace vitrine
