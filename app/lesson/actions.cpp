/// The menu *Lesson*, and the questions by which Find leads to lessons.

#include <fmt/format.h>

#include "app/base/action.h"
#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/module.h"
#include "app/lesson/sentence_said.h"
#include "app/lesson/state.h"
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
             .label = "All lessons",
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

/// An entry for a lesson, and one that only Find has for each question that it answers.
void add_lesson(std::vector<Action>& list, const std::shared_ptr<const Lesson>& lesson, std::size_t place) {
    const std::string id = "lesson/" + lesson->name;
    list.push_back({.id = id,
                    .label = fmt::format("{}. {}", place + 1, lesson->title.text),
                    .menu = ActionMenu::lesson,
                    .group = 1,
                    .tip = lesson->about.text,
                    .also = "lesson",
                    .find_word = "lesson",
                    .perform = gives(BeginLesson{lesson})});
    for (std::size_t i = 0; i < lesson->finds.size(); ++i) {
        list.push_back({.id = fmt::format("{}/{}", id, i),
                        .label = lesson->finds[i].text,
                        .menu = ActionMenu::lesson,
                        .group = 2,
                        .listing = Listing::palette_only,
                        .tip = lesson->about.text,
                        .also = lesson->title.text,
                        .find_word = "lesson",
                        .perform = gives(BeginLesson{lesson})});
    }
}

}  // namespace

std::vector<Action> lesson_actions(const Module&) {
    std::vector<Action> list = ways();
    for (std::size_t i = 0; i < course().lessons.size(); ++i) add_lesson(list, course().lessons[i], i);
    return list;
}

}  // namespace vitrine
