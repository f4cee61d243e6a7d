#pragma once
/// Lessons from elsewhere: files that were opened by path or dropped on the window.

#include <memory>
#include <string>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/lesson/lesson.h"

namespace vitrine {

/// Plays the lesson in a file from where it was left, or says why it cannot be read.
struct OpenLessonFile {
    std::string path;
};
void do_command(State& state, const OpenLessonFile& command);

/// The lesson that was remembered under this name or file; null if it no longer exists.
std::shared_ptr<const Lesson> remembered_lesson(const State& state, const std::string& kept);

extern const FileKind files_of_lessons;

}  // namespace vitrine
