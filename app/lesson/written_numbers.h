#pragma once
/// Finds numbers that are written in a lesson instead of being computed.

#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.h"

namespace vitrine {

/// A text without its formulas: "{source[1]} asks" is " asks".
std::string text_beside_formulas(std::string_view text);

/// A line for every digit in a text of the lesson that is not in a formula, and for every formula that only repeats what is
/// written in it. Years, section numbers and the like are quoted: {cite("2017")}.
std::vector<std::string> written_numbers(const Lesson& lesson);

}  // namespace vitrine
