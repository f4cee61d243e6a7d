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
    std::vector<std::string> problems = {};  ///< one line each; empty: the lesson holds
};

/// Called with every step once it is shown, and once more when its question is answered rightly.
using LessonSeen = std::function<void(const Lesson& lesson, std::size_t step, bool answered)>;

/// Each state has to be reached, each place that is pointed at to be in sight, each question to take a right answer as right and a
/// wrong one as wrong, each task to be open at first and done once its commands were played, and no number to be written down.
/// `on_own`: on the model that the stage has open, not on the lesson's sample.
LessonCheck check_lesson(Stage& stage, const std::shared_ptr<const Lesson>& lesson, bool on_own, const LessonSeen& seen = {});

}  // namespace vitrine
