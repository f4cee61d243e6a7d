#pragma once
/// Plays a lesson to its end without a person: gives right and wrong answers, and does every task.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/lesson/lesson.h"
#include "app/shell/script/stage.h"

namespace vitrine {

struct LessonCheck {
    int steps = 0, questions = 0, tasks = 0;
    std::vector<std::string> problems = {};  ///< one line each; empty: the lesson is all right
};

/// Called with every step once it is shown, and once more when its question is answered correctly.
using LessonSeen = std::function<void(const Lesson& lesson, std::size_t step, bool answered)>;

/// Checks that each state can be reached, that each place pointed at is visible, that each question accepts a right answer and
/// rejects a wrong one, that each task is open at first and done once its commands were played, and that the lesson has no number
/// written down. `on_own`: use the model that the stage has open, not the lesson's sample.
LessonCheck check_lesson(Stage& stage, const std::shared_ptr<const Lesson>& lesson, bool on_own, const LessonSeen& seen = {});

}  // namespace vitrine
