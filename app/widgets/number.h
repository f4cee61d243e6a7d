#pragma once
/// How numbers are written: in cells as short as fits, elsewhere with four decimals.

#include <string>

#include "core/tensor/tensor.h"

namespace vitrine {

/// "-0.67" with so many decimals, "NaN", "∞", "−∞"; integers for ids and masks. Large numbers in powers of ten.
std::string cell_number(double value, ElementType type, int decimals);

/// "10⁻³".
std::string power_of_ten(int exponent);

/// "+0.5813": the number in question, four decimals; large and tiny numbers in powers of ten.
std::string signed_number(double value, ElementType type);

/// "0.5813": the same without the plus.
std::string plain_number(double value);

/// The most decimals (4 … 1) with which numbers up to `limit` are no longer than `characters`; −1 where none are.
int fitting_decimals(double limit, bool negative, int characters);

}  // namespace vitrine
