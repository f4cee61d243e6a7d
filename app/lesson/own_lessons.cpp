#include "app/lesson/own_lessons.h"

#include <filesystem>

#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/limits.h"
#include "app/lesson/state.h"
#include "app/state/lesson_limits.h"
#include "app/state/state.h"
#include "core/tensor/error.h"

namespace vitrine {

void do_command(State& state, const OpenLessonFile& command) {
    refuse_lessons(state, "opens a file");
    try {
        do_command(state, BeginLesson{lesson_within_limits(state, command.path)});
    } catch (const Error& error) {
        state.message = error.what();
        std::error_code unknown;
        if (!std::filesystem::exists(command.path, unknown)) std::erase(state.of<LessonState>().own, command.path);
    }
}

std::shared_ptr<const Lesson> remembered_lesson(const State& state, const std::string& kept) {
    const bool is_name = kept.find('/') == std::string::npos;
    if (is_name) return find_lesson(kept);
    try {
        return lesson_within_limits(state, kept);
    } catch (const Error&) {
        return nullptr;
    }
}

namespace {

constexpr std::string_view lesson_endings[]{".md"};

}  // namespace

const FileKind files_of_lessons{
    .endings = lesson_endings,
    .word = "lesson",
    .open = [](const std::string& path) -> Command { return OpenLessonFile{path}; },
    .recent = [](const State& state) { return state.of<LessonState>().own; },
};

}  // namespace vitrine
