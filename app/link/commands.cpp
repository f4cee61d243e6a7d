#include "app/link/commands.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/lesson/commands.h"
#include "app/lesson/course.h"
#include "app/lesson/state.h"
#include "app/link/state.h"
#include "app/session/fields.h"
#include "app/session/session.h"
#include "app/state/clipboard.h"
#include "app/state/lesson_limits.h"
#include "app/state/notice.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Parks what the lesson would discard: the edits of the session that was left for the lesson.
void park_session_before_lesson(State& state) {
    const auto& before = state.of<LessonState>().before;
    if (before && before->model) park(state.parked, {*before->model, before->edits, before->history});
}

/// The session that is open now. If a run is shown, its edits are parked when the next run replaces it.
SavedSession session_before(State& state) {
    const bool is_pending = state.of<PendingSession>().session.has_value();
    park_session_before_lesson(state);
    do_command(state, CloseLesson{.goes_back = false});
    SavedSession before = session_of(state);
    before.habits = fields_of(state, &Module::habits);
    before.parked = state.parked;
    if (is_pending) return before;
    before.model.reset();
    before.comparison.reset();
    return before;
}

/// Removes a lesson that does not exist from the link. Returns a line that says so.
std::string missing_lesson(Link& link) {
    if (link.lesson.empty() || lesson_of(link)) return "";
    std::vector<std::string> names;
    for (const auto& lesson : course().lessons) names.push_back(lesson->name);
    const std::string what = std::exchange(link.lesson, {});
    return fmt::format("the link's 'lesson' is not a lesson of the course: {}{}", in_quotes(what), did_you_mean(what, names));
}

/// A line about the keys that this version does not understand.
std::string unknown_words(const Link& link) {
    constexpr std::size_t most = 5;
    if (link.unknown.empty()) return "";
    std::string list;
    for (std::size_t i = 0; i < std::min(most, link.unknown.size()); ++i)
        list += fmt::format("{}{}", i == 0 ? "" : ", ", in_quotes(link.unknown[i]));
    const std::size_t more = link.unknown.size() - std::min(most, link.unknown.size());
    return fmt::format("the link has {}{}, which this version does not know", list,
                       more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string joined(const std::string& first, const std::string& second) {
    return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

}  // namespace

std::shared_ptr<const Lesson> lesson_of(const Link& link) {
    return story() && story()->name == link.lesson ? story() : find_lesson(link.lesson);
}

void do_command(State& state, const SetLinkBase& command) { state.of<Linking>().base = command.base; }

void do_command(State& state, const CopyLink&) {
    refuse_lessons(state, "writes to the clipboard");
    try {
        const std::string link = link_of(state);
        copy_text(state, link);
        constexpr std::size_t enough = 72;
        notify(state, "Link copied: " + shortened(link, enough));
    } catch (const Error& error) {
        state.message = error.what();
    }
}

void do_command(State& state, const OpenLink& command) {
    refuse_lessons(state, "opens a link");
    Link link;
    try {
        link = read_link(command.text, state.modules);
    } catch (const Error& error) {
        state.message = error.what();
        return;
    }
    do_command(state, SetMenu{""});
    const std::string remark = joined(missing_lesson(link), unknown_words(link));
    SavedSession session = opened_by(link, session_before(state));
    Linking& linking = state.of<Linking>();
    linking.lesson.reset(), linking.beyond.reset(), linking.made.reset();
    if (link.lesson.empty()) {
        session.remark = remark;
    } else {
        link.session.remark = remark;  // a message would stop the lesson
        linking.lesson = std::move(link);
    }
    do_command(state, RestoreSession{std::move(session)});
}

}  // namespace vitrine
