/// vitrine lesson: lists the course, opens a lesson in the window, or checks lessons without a person.

#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/scheduling_option.h"
#include "app/cli/common/view_options.h"
#include "app/formula/value.h"
#include "app/lesson/course.h"
#include "app/lesson/handout/handout.h"
#include "app/lesson/handout/pages.h"
#include "app/lesson/limits.h"
#include "app/lesson/panel/column.h"
#include "app/lesson/state.h"
#include "app/render/pdf.h"
#include "app/render/png.h"
#include "app/shell/desktop/desktop.h"
#include "app/shell/modules.h"
#include "app/shell/script/lesson_check.h"
#include "core/files/file.h"
#include "core/files/made_folder.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using LessonPtr = std::shared_ptr<const Lesson>;

struct LessonCommand {
    explicit LessonCommand(CommandLine& command)
        : model(command), view(command, ViewOptions::Size::of_the_picture), scheduling(command) {}

    ModelOptions model;
    ViewOptions view;
    SchedulingOption scheduling;
    std::vector<std::string> lessons;
    bool check = false;
    std::string pictures, handout;
};

/// A lesson of the course by its name, or a lesson from the user's own file.
LessonPtr lesson_called(const std::string& name) {
    if (name.ends_with(".md") || name.find('/') != std::string::npos) return lesson_within_limits(new_state(), name);
    if (const LessonPtr known = find_lesson(name)) return known;
    // "08" names a lesson by its place in the course.
    for (const LessonPtr& lesson : course().lessons) {
        const bool is_number = name.size() == 2 && name.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && lesson->name.starts_with(name + '-')) return lesson;
    }
    std::vector<std::string> names;
    for (const LessonPtr& lesson : course().lessons) names.push_back(lesson->name);
    throw Error(
        fmt::format("there is no lesson {}{}; a file of your own ends with .md", in_quotes(name), did_you_mean(name, names)));
}

std::vector<LessonPtr> lessons_of(const LessonCommand& command) {
    std::vector<LessonPtr> lessons;
    for (const std::string& name : command.lessons) lessons.push_back(lesson_called(name));
    if (!lessons.empty()) return lessons;
    lessons = course().lessons;
    if (const LessonPtr minute = story()) lessons.insert(lessons.begin(), minute);
    return lessons;
}

void list_course() {
    Output output({});
    for (const LessonPtr& lesson : course().lessons)
        output.say(fmt::format("{}\n  {}. {}\n", lesson->name, lesson->title.text, lesson->about.text));
    for (const std::string& problem : course().problems) output.say(problem + '\n');
    output.finish();
}

/// "03-where.2.png", and "03-where.2-answered.png" once its question is answered.
void save_picture(Stage& stage, const fs::path& folder, const Lesson& lesson, std::size_t step, bool answered) {
    const std::string name = fmt::format("{}.{}{}.png", lesson.name, step + 1, answered ? "-answered" : "");
    write_file_atomically(folder / name, png(stage.picture()));
}

ModelRequest first_model(const LessonCommand& command, const Lesson& lesson) {
    return command.model.request_or(lesson.sample ? lesson.sample->text : first_sample);
}

/// The picture without the lesson's column, since a handout has that text beside the picture.
Image without_column(Stage& stage) {
    const Image whole = stage.picture();
    const double scale = stage.state().scale;
    const auto logical = static_cast<float>(whole.width / scale);
    return right_of(whole, static_cast<int>(lesson_width(stage.state(), logical) * scale));
}

/// Collects the contents of the handout while a lesson is played: each step as it is asked, and its answer.
struct HandoutWriter {
    Stage& stage;
    std::vector<HandoutStep> steps = {};

    void see(bool answered) {
        const LessonState& lesson = stage.state().of<LessonState>();
        if (!answered) {
            steps.push_back({*lesson.page, png(without_column(stage))});
        } else {
            steps.back().page.after = lesson.page->after;
            steps.back().answer = lesson.right ? answer_on_paper(written(*lesson.right), lesson.reply) : lesson.reply;
        }
    }
};

std::string handout_pdf(const Lesson& lesson, const std::vector<HandoutStep>& steps) {
    ImFontAtlas atlas;
    Fonts fonts;
    std::vector<std::string> pages;
    do {  // texts may have characters of fonts not yet loaded
        fonts.build(atlas, 1);
        pages = handout_pages(lesson, steps, fonts);
    } while (fonts.wants_characters());
    return pdf(pages, fonts.files());
}

void write_handout(const LessonCommand& command, const LessonPtr& lesson) {
    StageOptions options = command.view.stage();
    if (!command.view.theme()) options.appearance = Appearance::light;  // for paper
    Stage stage(first_model(command, *lesson), options);
    HandoutWriter writer{stage};
    const auto see = [&](const Lesson&, std::size_t, bool answered) { writer.see(answered); };
    const LessonCheck check = check_lesson(stage, lesson, command.model.names_something(), see);
    if (!check.problems.empty()) throw Error(check.problems.front());
    write_file_atomically(command.handout, fs::path(command.handout).extension() == ".pdf" ? handout_pdf(*lesson, writer.steps)
                                                                                           : handout_html(*lesson, writer.steps));
}

LessonCheck check_one(const LessonCommand& command, const LessonPtr& lesson) {
    StageOptions options = command.view.stage();
    options.scheduling = command.scheduling.take();
    Stage stage(first_model(command, *lesson), options);
    LessonSeen seen;
    std::optional<MadeFolder> made;
    if (!command.pictures.empty()) {
        made.emplace(command.pictures);
        seen = [&](const Lesson& shown, std::size_t step, bool answered) {
            save_picture(stage, command.pictures, shown, step, answered);
        };
    }
    return check_lesson(stage, lesson, command.model.names_something(), seen);
}

void check_all(const LessonCommand& command) {
    Output output({});
    std::size_t wrong = 0;
    std::vector<std::string> problems = command.lessons.empty() ? course().problems : std::vector<std::string>();
    for (const LessonPtr& lesson : lessons_of(command)) {
        const LessonCheck check = check_one(command, lesson);
        const std::string wrong_words = check.problems.empty() ? "" : fmt::format(", {} wrong", check.problems.size());
        output.say(fmt::format("{}: {}, {}, {}{}\n", lesson->name, counted(check.steps, "step"),
                               counted(check.questions, "question"), counted(check.tasks, "task"), wrong_words));
        problems.insert(problems.end(), check.problems.begin(), check.problems.end());
    }
    for (const std::string& problem : problems) output.say("  " + problem + '\n');
    wrong = problems.size();
    output.finish();
    if (wrong > 0) throw Ended(fmt::format("{} {} not as it should be", wrong, wrong == 1 ? "thing is" : "things are"), 1);
}

void run(const LessonCommand& command) {
    if (!command.handout.empty()) {
        if (command.lessons.size() != 1) throw Error("--handout: one lesson is wanted");
        return write_handout(command, lesson_called(command.lessons.front()));
    }
    if (command.check || !command.pictures.empty()) return check_all(command);
    if (command.lessons.empty() && command.model.names_something()) throw Error("a model is named, but no lesson to play on it");
    if (command.lessons.empty()) return list_course();
    if (command.lessons.size() > 1) throw Error("one lesson is played at a time; --check takes several");
    const LessonPtr lesson = lesson_called(command.lessons.front());
    const bool own = command.model.names_something();
    const int signal = run_desktop({.request = first_model(command, *lesson),
                                    .scale = command.view.scale(),
                                    .theme = command.view.theme(),
                                    .lesson = lesson,
                                    .lesson_on_own = own});
    if (signal) throw Ended({}, 128 + signal);
}

}  // namespace

void add_lesson(CommandLine& program) {
    CommandLine& command = program.add_subcommand("lesson", "List the lessons, play one in the window, or check lessons");
    const auto options = std::make_shared<LessonCommand>(command);
    command.add_option("lessons", options->lessons, "Names of the course, or files of your own").type_name("LESSON");
    command.add_flag("--check", options->check, "Play to the end automatically, with right and wrong answers");
    command.add_option("--pictures", options->pictures, "The same, with a picture of every step in this folder")
        .type_name("FOLDER");
    command
        .add_option("--handout", options->handout,
                    "Write one lesson as a handout with its pictures and answers: .pdf, or HTML to print")
        .writes_file();
    command.footer(
        "Without a lesson the course is listed. docs/LESSONS.md describes the files of lessons.\n"
        "A lesson opens its own sample, unless a model is named. Exit status 1: a check has found something.\n\n"
        "Examples:\n"
        "  vitrine lesson\n"
        "  vitrine lesson 06-why-divide\n"
        "  vitrine lesson --check\n"
        "  vitrine lesson 08-masks --handout masks.html --theme light --size 1280x800\n"
        "  vitrine lesson 08-masks --handout masks.pdf\n"
        "  vitrine lesson mine.md --check --sample translation");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
