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

/// The right answer, then what is said to it. The answer may be a sentence with a full stop of its own.
std::string answer_on_paper(const std::string& right, const std::string& reply);

/// A single HTML file that needs nothing else.
std::string handout_html(const Lesson& lesson, const std::vector<HandoutStep>& steps);

}  // namespace vitrine
