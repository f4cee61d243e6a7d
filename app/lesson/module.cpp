#include "app/lesson/module.h"

#include "app/base/action.h"
#include "app/lesson/own_lessons.h"
#include "app/lesson/recording.h"
#include "app/lesson/state.h"
#include "app/lesson/time.h"
#include "app/state/saved_fields.h"
#include "core/text/plain_text.h"

namespace vitrine {

nlohmann::ordered_json to_json(const ReachedSteps& reached) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, step] : reached.steps) json[name] = step;
    return json;
}

void read_json(const nlohmann::json& json, const std::string& where, ReachedSteps& reached) {
    if (!json.is_object()) fail_field(where, "is no object of lessons and steps");
    reached.steps.clear();
    for (const auto& [name, step] : json.items()) {
        const auto number = integer_in(step);
        if (!number || *number < 0 || *number > 10'000)
            fail_field(where, "has a lesson " + in_quotes(name) + " whose step is no number");
        reached.steps[name] = static_cast<int>(*number);
    }
}

namespace {

struct LessonHabits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& lesson = state.template of<LessonState>();
        std::vector<std::string> finished(lesson.finished.begin(), lesson.finished.end());
        visit("lesson", lesson.open);
        visit("own", lesson.own);
        visit("reached", lesson.reached);
        visit("finished", finished);
        if constexpr (!std::is_const_v<AnyState>) lesson.finished = {finished.begin(), finished.end()};
    }
};

const char* word_of(Verdict verdict) {
    static constexpr const char* words[] = {"open", "asked", "wrong", "right", "shown"};
    return words[static_cast<std::size_t>(verdict)];
}

/// A lesson is moving while it carries out what a step requires, and while a story plays.
bool is_moving(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    const bool goes_on = shown_step(lesson) && lesson.problem.empty() && (lesson.stale || lesson.verdict == Verdict::asked);
    return goes_on || lesson.playing || (lesson.row_move && lesson.problem.empty());
}

void describe(const State& state, nlohmann::ordered_json& json) {
    const LessonState& lesson = state.of<LessonState>();
    json["lesson"] = {{"name", lesson.lesson ? lesson.lesson->name : ""},
                      {"course", lesson.shows_course},
                      {"own", lesson.own},
                      {"step", lesson.step},
                      {"verdict", word_of(lesson.verdict)},
                      {"reply", lesson.reply},
                      {"revealed", lesson.revealed},
                      {"done", lesson.task_done},
                      {"lit", lesson.lit},
                      {"waits", waits_for_answer(lesson)},
                      {"finished", lesson.finished},
                      {"problem", lesson.problem}};
    const LessonRecording& recording = state.of<LessonRecording>();
    json["recording"] = {{"on", recording.on}, {"steps", recording.steps.size()}};
}

}  // namespace

const Module lesson_module{
    .name = "lesson",
    .pass_time = pass_lesson_time,
    .moving = is_moving,
    .files = &files_of_lessons,
    .actions = lesson_actions,
    .habits = saved_fields<LessonHabits>(),
    .describe = describe,
};

}  // namespace vitrine
