#pragma once
/// The answers of a person who has worked through lessons, as a file for a teacher.

#include <string>
#include <vector>

#include "app/lesson/state.h"

namespace vitrine {

/// {"answers": [{"lesson", "step", "question", "answer", "right", "tries", "shown"}, …]}, in the order in which they were given.
std::string answers_json(const std::vector<GivenAnswer>& given);

}  // namespace vitrine
