#pragma once
/// The lessons that come with the program, in their order.

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/lesson/lesson.h"

namespace vitrine {

/// The lessons of the folder, by the names of their files; and why some of them cannot be read, a line each.
struct Course {
    std::vector<std::shared_ptr<const Lesson>> lessons = {};
    std::vector<std::string> problems = {};
};

/// Reads every .md file of a folder. A lesson that cannot be read, that builds on one that is not there, or on itself in a circle,
/// is left out and becomes a problem.
Course read_course(const std::filesystem::path& folder);

/// The course that comes with the program, read when it is first asked for. For the drawing thread.
const Course& course();

/// The story of a sentence, which the start plays; null where it is missing.
std::shared_ptr<const Lesson> story();

/// A lesson of the course by its name; null if there is none.
std::shared_ptr<const Lesson> find_lesson(const std::string& name);

/// Its place in the course, from 0; −1 for a lesson from elsewhere.
int place_in_course(const Lesson& lesson);

/// How a lesson is remembered: by its name, one from elsewhere by its file.
std::string kept_as(const std::shared_ptr<const Lesson>& lesson);

/// Throws Error where the file cannot be read or is no lesson.
std::shared_ptr<const Lesson> read_lesson(const std::filesystem::path& file);

}  // namespace vitrine
