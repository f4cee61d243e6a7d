#pragma once
/// Words and numbers as a terminal shows them, and how they are brought into line.

#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Columns of a terminal that a text takes, one for each code point.
std::size_t text_width(std::string_view text);

/// The text with spaces after it (or before it) up to a width; a longer one as it is.
std::string left_aligned(std::string_view text, std::size_t width);
std::string right_aligned(std::string_view text, std::size_t width);

/// A word on one line: control characters, which may stand in a vocabulary, as their pictures (␀ … ␟, ␡).
std::string printable(std::string_view word);

/// A text in lines of at most so many columns, broken at spaces; those after the first of each line begin with `indent`.
std::string in_lines(std::string_view text, std::size_t columns, std::string_view indent = "");

/// "1,234,567".
std::string grouped(Size count);

/// A number with that many decimals, from ten million on in scientific notation; indices and mask cells as integers; "nan", "inf",
/// "-inf", as programs that read a listing know them.
std::string number_text(double value, ElementType type, int precision);

}  // namespace vitrine
