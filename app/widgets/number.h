#pragma once
/// Numbers as text, by a single rule: with four decimals, or with fewer in cells without room for them. The same number in cells
/// of the same size is always the same text, whatever is beside it.

#include <string>

#include "core/tensor/tensor.h"

namespace vitrine {

/// The largest number of decimals, 0 … 4, for which a number below 10 fits in this many characters; one is kept for a sign if
/// there is one.
int decimals_within(int characters, bool has_sign);

/// "-0.67" with this many decimals. From 10 on, each further digit before the decimal point costs one decimal, so that the number
/// still fits if decimals_within() said so; "1e3" if even that is too long. "NaN", "∞", "−∞"; integers for ids and masks.
std::string cell_number(double value, ElementType type, int decimals);

/// "10⁻³".
std::string power_of_ten(int exponent);

/// "+0.5813": four decimals; large and tiny numbers with an exponent, "+1.300e-6". Zero is "0.0000", without a sign.
std::string signed_number(double value, ElementType type);

/// "0.5813": the same without the plus, for numbers that are never negative: weights, probabilities, lengths, losses.
std::string plain_number(double value);

/// "0.5813", "2.4e-6": the same, with one decimal before an exponent, where there is little room.
std::string brief_number(double value);

/// "+0.58": the same with a sign; "+4e-3" for a number that would otherwise read as zero.
std::string short_signed_number(double value, int decimals);

}  // namespace vitrine
