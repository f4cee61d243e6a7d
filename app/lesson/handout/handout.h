#pragma once
/// A lesson on paper: its steps with pictures of their states, room for answers, and the answers at the end.

#include <string>
#include <vector>

#include "app/lesson/state.h"

namespace vitrine {

struct HandoutStep {
    LessonPage page;
    std::string picture;      ///< PNG
    std::string answer = {};  ///< the right answer in words; empty: nothing is asked
};

/// A single HTML file that needs nothing else.
std::string handout_html(const Lesson& lesson, const std::vector<HandoutStep>& steps);

}  // namespace vitrine
