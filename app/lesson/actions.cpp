/// Actions of the menu *Lesson*, and the questions with which Find leads to lessons.

#include <fmt/format.h>

#include "app/actions/palette_commands.h"
#include "app/base/action.h"
#include "app/export/exporting.h"
#include "app/lesson/answers.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/module.h"
#include "app/lesson/projecting.h"
#include "app/lesson/recording.h"
#include "app/lesson/state.h"
#include "app/lesson/written_numbers.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

std::string needs_lesson(const State& state) { return state.of<LessonState>().lesson ? "" : "no lesson is open"; }

std::vector<Action> ways() {
    return {{.id = "lesson/start",
             .label = "The first page",
             .menu = ActionMenu::lesson,
             .tip = "What the model makes of this sentence, its story, and the ways on.",
             .also = "welcome start introduction story",
             .perform = gives(SetMenu{start_page}),
             .refused = [](const State& state) -> std::string { return state.run ? "" : "no model is open"; }},
            {.id = "lesson/course",
             .label = "Lessons",
             .menu = ActionMenu::lesson,
             .keys = "ctrl+l",
             .tip = "The course: what each lesson is about, and where you were.",
             .also = "lesson learn teach course tutorial explain",
             .perform = gives(ShowCourse{})},
            {.id = "lesson/on",
             .label = "Go on in the lesson",
             .menu = ActionMenu::lesson,
             .keys = "ctrl+right",
             .tip = "The next step, without an answer where one is asked for.",
             .also = "skip continue next step",
             .perform = gives(MoveLesson{1}),
             .refused = needs_lesson},
            {.id = "lesson/back",
             .label = "Back in the lesson",
             .menu = ActionMenu::lesson,
             .keys = "ctrl+left",
             .tip = "The step before.",
             .perform = gives(MoveLesson{-1}),
             .refused = needs_lesson},
            {.id = "lesson/return",
             .label = "Come back to the lesson",
             .menu = ActionMenu::lesson,
             .tip = "The program as this step of the lesson needs it.",
             .perform = gives(ReturnToLesson{}),
             .refused = needs_lesson},
            {.id = "lesson/close",
             .label = "Close the lesson",
             .menu = ActionMenu::lesson,
             .tip = "Goes back to what was open before. The lesson goes on here the next time.",
             .also = "leave end stop",
             .perform = gives(CloseLesson{}),
             .refused = needs_lesson}};
}

/// Actions for teachers.
std::vector<Action> for_teachers() {
    return {
        {.id = "lesson/open",
         .label = "Open a lesson of your own …",
         .menu = ActionMenu::lesson,
         .group = 1,
         .tip = "By the path of its file. A file can also be dropped on the window.",
         .also = "load file teacher mine md",
         .perform = gives(OpenPalette{PaletteScope::files})},
        {.id = "lesson/own",
         .label = "This step on my own sentence",
         .menu = ActionMenu::lesson,
         .group = 1,
         .tip = "The lesson goes on with the model and the sentences that were open before it.",
         .also = "try my sentence own model",
         .perform =
             [](const State& state, Commands& commands) {
                 const LessonState& lesson = state.of<LessonState>();
                 commands.push_back(BeginLesson{lesson.lesson, static_cast<int>(lesson.step), true});
             },
         .refused = [](const State& state) -> std::string {
             const LessonState& lesson = state.of<LessonState>();
             if (!shown_step(lesson)) return "no lesson is open";
             return lesson.on_own ? "it is on your own already" : !lesson.before ? "nothing was open before it" : "";
         }},
        {.id = "lesson/record",
         .label = "Record a lesson",
         .menu = ActionMenu::lesson,
         .group = 1,
         .tip = "What you do in the program becomes the draft of a lesson.",
         .also = "teacher write draft own",
         .perform = [](const State& state,
                       Commands& commands) { commands.push_back(RecordLesson{!state.of<LessonRecording>().on}); },
         .refused = [](const State& state) -> std::string { return state.run ? "" : "no model is open"; },
         .chosen = [](const State& state) { return state.of<LessonRecording>().on; }},
        {.id = "lesson/answers",
         .label = "Save my answers",
         .menu = ActionMenu::lesson,
         .group = 1,
         .tip = "The answers given since the program was started, as a JSON file: for a teacher who asks for them.",
         .also = "hand in homework grades results",
         .perform =
             [](const State& state, Commands& commands) {
                 commands.push_back(
                     ExportText{.text = answers_json(state.of<LessonState>().given), .stem = "answers", .ending = ".json"});
             },
         .refused = [](const State& state) -> std::string {
             return state.of<LessonState>().given.empty() ? "no question was answered yet" : "";
         }},
        {.id = "lesson/projector",
         .label = "Projector",
         .menu = ActionMenu::lesson,
         .group = 1,
         .keys = "f9",
         .tip = "For a hall: large letters, a ring around the pointer, the columns at the sides only where they are meant.",
         .also = "presentation beamer large mode teacher present",
         .perform = [](const State& state, Commands& commands) { commands.push_back(Project{!state.of<Projecting>().on}); },
         .chosen = [](const State& state) { return state.of<Projecting>().on; }},
        {.id = "lesson/sides",
         .label = "Columns beside the picture",
         .menu = ActionMenu::lesson,
         .group = 1,
         .keys = "shift+f9",
         .tip = "For the projector: shows the lists at the left and the inspector at the right, or hides them again.",
         .also = "projector panels sidebar choices",
         .perform = [](const State& state, Commands& commands) { commands.push_back(ShowSides{!state.of<Projecting>().sides}); },
         .refused = [](const State& state) -> std::string {
             return state.of<Projecting>().on ? "" : "the projector is off (F9), so the columns are shown anyway";
         },
         .chosen = [](const State& state) { return state.of<Projecting>().on && state.of<Projecting>().sides; }}};
}

/// For the palette: a question, and the step that answers it; −1: the whole lesson.
Action question_action(const std::shared_ptr<const Lesson>& lesson, const LessonText& question, int step) {
    const std::string where = step < 0 ? lesson->title.text : lesson->steps[static_cast<std::size_t>(step)].title.text;
    return {.id = fmt::format("lesson/{}/{}", lesson->name, question.line),
            .label = question.text,
            .menu = ActionMenu::lesson,
            .group = 3,
            .listing = Listing::palette_only,
            .tip = fmt::format("“{}”: {}", lesson->title.text, step < 0 ? lesson->about.text : where),
            .also = lesson->title.text,
            .find_word = "lesson",
            .perform = gives(BeginLesson{.lesson = lesson, .step = step, .asked = question.text})};
}

/// For the palette: a step, found by its title and everything that it says.
Action step_action(const std::shared_ptr<const Lesson>& lesson, std::size_t place, std::size_t step) {
    const LessonStep& read = lesson->steps[step];
    std::string said;
    for (const auto* prose : {&read.open.prose, &read.revealed.prose}) {
        for (const LessonText& text : *prose) said += text_beside_formulas(text.text) + ' ';
    }
    return {.id = fmt::format("lesson/{}/step/{}", lesson->name, step),
            .label = read.title.text,
            .menu = ActionMenu::lesson,
            .group = 4,
            .listing = Listing::palette_only,
            .tip = fmt::format("lesson {}, step {}", place + 1, step + 1),
            .also = said,
            .find_word = "step of a lesson",
            .perform = gives(BeginLesson{lesson, static_cast<int>(step)})};
}

/// Adds an entry for a lesson and, in Find only, one for each question that it answers.
void add_lesson(std::vector<Action>& list, const std::shared_ptr<const Lesson>& lesson, std::size_t place) {
    const std::string id = "lesson/" + lesson->name;
    list.push_back({.id = id,
                    .label = fmt::format("{}. {}", place + 1, lesson->title.text),
                    .menu = ActionMenu::lesson,
                    .group = 2,
                    .tip = lesson->about.text,
                    .also = "lesson",
                    .find_word = "lesson",
                    .perform = gives(BeginLesson{lesson})});
    for (const LessonText& question : lesson->finds) list.push_back(question_action(lesson, question, -1));
    for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
        for (const LessonText& question : lesson->steps[step].finds)
            list.push_back(question_action(lesson, question, static_cast<int>(step)));
        list.push_back(step_action(lesson, place, step));
    }
}

}  // namespace

std::vector<Action> lesson_actions(const Module&) {
    std::vector<Action> list = ways();
    for (Action& action : for_teachers()) list.push_back(std::move(action));
    for (std::size_t i = 0; i < course().lessons.size(); ++i) add_lesson(list, course().lessons[i], i);
    return list;
}

}  // namespace vitrine
