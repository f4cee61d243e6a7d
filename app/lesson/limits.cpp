#include "app/lesson/limits.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/formula/evaluate.h"
#include "app/lesson/course.h"
#include "app/script/script.h"
#include "app/script/settings.h"
#include "app/state/lesson_limits.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

void require_action(const State& state, std::string_view id) {
    if (const Action* action = find_action(state, id)) require_for_lessons(*action);
}

void require_anchor(const State& state, const std::string& anchor) {
    constexpr std::string_view entry = "menu/";
    if (anchor.starts_with(entry)) require_action(state, anchor.substr(entry.size()));
}

/// A key may do something else in another view, so it is only known to be refused if lessons may do none of the things that it
/// does.
void require_key(const State& state, const std::string& chord) {
    const Action* refused = nullptr;
    for (const Action& action : actions(state)) {
        const std::vector<std::string> chords = chords_of(action);
        if (std::ranges::find(chords, chord) == chords.end()) continue;
        if (action.for_lessons) return;
        refused = &action;
    }
    if (refused) require_for_lessons(*refused);
}

void require_command(const State& state, const script::ScriptAction& command) {
    if (const auto* perform = std::get_if<script::Perform>(&command)) require_action(state, perform->action);
    if (const auto* point = std::get_if<script::Point>(&command)) require_anchor(state, point->anchor);
    if (const auto* touch = std::get_if<script::Touch>(&command)) require_anchor(state, touch->anchor);
    if (const auto* key = std::get_if<script::Key>(&command)) require_key(state, key->chord);
    if (const auto* keep = std::get_if<script::Keep>(&command)) require_for_lessons(state, KeepFields{keep->module, keep->fields});
}

}  // namespace

void require_within_limits(const State& state, const Lesson& lesson) {
    const auto look_at = [&](const LessonText& line) {
        if (has_formulas(line.text) && !formulas_of(line.text).empty()) return;
        within(lesson.where(line.line), [&] { require_command(state, parse_lesson_command(line.text)); });
    };
    for (const LessonStep& step : lesson.steps) {
        for (const LessonPart* part : {&step.open, &step.revealed}) {
            for (const LessonEntry& entry : part->entries) {
                if (const auto* setting = std::get_if<LessonSetting>(&entry)) look_at(setting->line);
            }
        }
        if (!step.task) continue;
        for (const LessonText& line : step.task->by) look_at(line);
    }
}

std::shared_ptr<const Lesson> lesson_within_limits(const State& state, const std::filesystem::path& file) {
    const std::shared_ptr<const Lesson> lesson = read_lesson(file);
    require_within_limits(state, *lesson);
    return lesson;
}

}  // namespace vitrine
