#pragma once
/// Formats words and numbers for a terminal.

#include <string>
#include <string_view>

#include "core/tensor/tensor.h"

namespace vitrine {

/// The width of a text in columns, one per code point.
std::size_t text_width(std::string_view text);

/// Pads a text with spaces after it (before it) to a width; longer texts are unchanged.
std::string left_aligned(std::string_view text, std::size_t width);
std::string right_aligned(std::string_view text, std::size_t width);

/// How bytes that are not valid UTF-8 are shown.
enum class StrayBytes : std::uint8_t {
    replaced,  ///< as U+FFFD, for programs
    named,     ///< as "<C3>", for people
};

/// Replaces control characters (is_control), which words and names may contain, by their symbols (␀ … ␟, ␡) or codes ("<U+202E>"),
/// and bytes that are not UTF-8 by their digits ("<C3>"). Everything from files that goes to a terminal goes through this.
std::string printable(std::string_view word);

/// A text of at most `longest` bytes, cut at the end of a character, with "…" if it was longer.
std::string shortened(std::string_view text, std::size_t longest);

/// A text of several lines for a terminal: printable(), but line ends stay.
std::string printable_lines(std::string_view text);

/// Something that was entered, as messages quote it: 'word'. It is printable(). A text of more than `longest` bytes loses its
/// middle, "'begins … ends'", so that the rest can still be read.
std::string in_quotes(std::string_view text, std::size_t longest = 80);

/// Wraps a text at spaces to lines of at most `columns` columns. Continuation lines begin with `indent`.
std::string wrapped_text(std::string_view text, std::size_t columns, std::string_view indent = "");

/// The number in groups of three digits: "1 234 567".
std::string grouped(Size count);

/// "1 word", "2 words", "1 234 words": for a noun whose plural ends in s.
std::string counted(Size count, std::string_view noun);

/// "97.5 %" for a share of 0.975 with 1 decimal. Only 1 is "100 %", and only 0 is "0 %": 0.9999 is "99.9 %", 0.0001 is "below 0.1
/// %". Numbers below 0 or above 1, which are not shares, are rounded.
std::string percent(double share, int decimals = 0);

/// A number with `precision` decimals; from ten million on in scientific notation; integers for indices and masks; "nan", "inf" and
/// "-inf", which other programs can read.
std::string number_text(double value, ElementType type, int precision);

/// A number as on screen: "0.5813" with four decimals; from 100 000 on, and below 0.0001, with an exponent, "1.300e-6". Only 0
/// itself, with either sign, is "0.0000". "NaN", "∞", "−∞". `plus`: positive numbers have a sign, too.
std::string decimal_text(double value, bool plus = false);

/// "+1.300e-6", "2e5": an exponent has no more digits than it needs, and no plus.
std::string exponent_text(double value, bool plus, int decimals);

}  // namespace vitrine
