#pragma once
/// What links need besides what is on the screen.

#include <memory>
#include <optional>
#include <string>

#include "app/link/link.h"

namespace vitrine {

struct Lesson;

/// The state after a step of a lesson had begun and before the user did anything: a link to that step contains what differs from
/// it.
struct LessonMade {
    std::shared_ptr<const Lesson> lesson{};
    std::size_t step = 0;
    SavedSession session{};
    std::shared_ptr<const Batch> batch{};  ///< the sentences
};

/// A link whose lesson has begun, but whose other parts are not restored yet.
struct BeyondLesson {
    Link link;
    bool edited = false;  ///< its edits are made, or are being made
};

/// The lesson of the course, or the story, that a link names; null if it names none, or if there is no lesson of this name.
std::shared_ptr<const Lesson> lesson_of(const Link& link);

/// The state of links: state.of<Linking>().
struct Linking {
    std::string base = link_scheme;    ///< the text before "sample=…"
    std::optional<LessonMade> made{};  ///< of the step of the open lesson
    std::optional<Link> lesson{};      ///< a link whose lesson begins when its sample is open
    std::optional<BeyondLesson> beyond{};
};

}  // namespace vitrine
