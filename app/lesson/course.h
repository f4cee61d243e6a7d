#pragma once
/// The lessons that come with the program, in order.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/lesson/lesson.h"

namespace vitrine {

/// The lessons of the folder, by file name; and for each that cannot be read, a line that says why.
struct Course {
    std::vector<std::shared_ptr<const Lesson>> lessons = {};
    std::vector<std::string> problems = {};
};

/// Reads every .md file of a folder. A lesson that cannot be read, or that builds on a missing lesson or in a circle on itself,
/// is left out and becomes a problem.
Course read_course(const std::filesystem::path& folder);

/// The course that comes with the program, read when first asked for. For the drawing thread.
const Course& course();

/// The story of a sentence, which is played at the start; null if it is missing.
std::shared_ptr<const Lesson> story();

/// A lesson of the course by its name; null if there is none.
std::shared_ptr<const Lesson> find_lesson(const std::string& name);

/// Its index in the course, from 0; −1 for a lesson from elsewhere.
int place_in_course(const Lesson& lesson);

/// The name under which a lesson is remembered: its own name or, if it is from elsewhere, its file.
std::string kept_as(const std::shared_ptr<const Lesson>& lesson);

/// Throws Error if the file cannot be read or is not a lesson.
std::shared_ptr<const Lesson> read_lesson(const std::filesystem::path& file);

}  // namespace vitrine
