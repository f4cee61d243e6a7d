#include "app/lesson/course.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/files/file.h"
#include "core/files/program.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> lesson_files(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code unreadable;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable)) {
        if (entry.path().extension() == ".md") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

using Lessons = std::map<std::string, std::shared_ptr<const Lesson>>;

/// Throws Error if a lesson that this one builds on is missing, or builds on this one in turn.
void check_order(const Lessons& lessons, const Lesson& lesson, std::vector<std::string> way) {
    for (const LessonText& before : lesson.after) {
        const auto found = lessons.find(before.text);
        if (found == lessons.end()) {
            std::vector<std::string> names;
            for (const auto& [name, known] : lessons) names.push_back(name);
            throw Error(fmt::format("{}: there is no lesson {} to build on{}", lesson.where(before.line), in_quotes(before.text),
                                    did_you_mean(before.text, names)));
        }
        std::vector<std::string> longer = way;
        longer.push_back(before.text);
        if (before.text == way.front())
            throw Error(fmt::format("{}: these lessons build on each other in a circle: {}", lesson.where(before.line),
                                    fmt::join(longer, " → ")));
        if (longer.size() <= lessons.size()) check_order(lessons, *found->second, std::move(longer));
    }
}

fs::path lessons_folder() {
    for (const fs::path& folder : data_folders("lessons", "assets/lessons")) {
        std::error_code none;
        if (fs::is_directory(folder, none)) return folder;
    }
    return {};
}

constexpr const char* story_name = "story";

}  // namespace

std::shared_ptr<const Lesson> read_lesson(const std::filesystem::path& file) {
    return std::make_shared<const Lesson>(parse_lesson(read_file(file), file.stem().string(), file.string()));
}

Course read_course(const std::filesystem::path& folder) {
    Course course;
    Lessons lessons;
    for (const fs::path& file : lesson_files(folder)) {
        try {
            lessons[file.stem().string()] = read_lesson(file);
        } catch (const Error& error) {
            course.problems.emplace_back(error.what());
        }
    }
    for (const auto& [name, lesson] : lessons) {
        try {
            check_order(lessons, *lesson, {name});
            course.lessons.push_back(lesson);
        } catch (const Error& error) {
            course.problems.emplace_back(error.what());
        }
    }
    return course;
}

const Course& course() {
    static const Course known = [] {
        Course all = read_course(lessons_folder());
        std::erase_if(all.lessons, [](const auto& lesson) { return lesson->name == story_name; });
        return all;
    }();
    return known;
}

std::shared_ptr<const Lesson> story() {
    static const std::shared_ptr<const Lesson> known = []() -> std::shared_ptr<const Lesson> {
        const fs::path file = lessons_folder() / (std::string(story_name) + ".md");
        std::error_code none;
        return fs::exists(file, none) ? read_lesson(file) : nullptr;
    }();
    return known;
}

std::shared_ptr<const Lesson> find_lesson(const std::string& name) {
    for (const auto& lesson : course().lessons) {
        if (lesson->name == name) return lesson;
    }
    return nullptr;
}

std::string kept_as(const std::shared_ptr<const Lesson>& lesson) {
    if (lesson == story() || find_lesson(lesson->name) == lesson) return lesson->name;
    std::error_code unknown;
    const fs::path whole = fs::absolute(lesson->file, unknown);
    return unknown ? lesson->file : whole.lexically_normal().string();
}

int place_in_course(const Lesson& lesson) {
    const auto& lessons = course().lessons;
    const auto found = std::ranges::find(lessons, lesson.name, [](const auto& known) { return known->name; });
    return found == lessons.end() ? -1 : static_cast<int>(found - lessons.begin());
}

}  // namespace vitrine
