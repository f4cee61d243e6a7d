#pragma once
/// A lesson on paper: its steps with the pictures of their states, room for answers, and the answers at the end.

#include <string>
#include <vector>

#include "app/lesson/state.h"

namespace vitrine {

struct HandoutStep {
    LessonPage page;
    std::string picture;      ///< PNG
    std::string answer = {};  ///< the right one in words; empty: nothing is asked
};

/// One HTML file that needs nothing else.
std::string handout_html(const Lesson& lesson, const std::vector<HandoutStep>& steps);

}  // namespace vitrine
