#pragma once
/// What links need to know besides what is on the screen.

#include <memory>
#include <optional>
#include <string>

#include "app/link/link.h"

namespace vitrine {

struct Lesson;

/// What a step of a lesson had made of the program before the user did anything: a link of that step says what is otherwise.
struct LessonMade {
    std::shared_ptr<const Lesson> lesson{};
    std::size_t step = 0;
    SavedSession session{};
    std::shared_ptr<const Batch> batch{};  ///< the sentences
};

/// A link whose lesson has begun: what it says beyond the lesson is still to come.
struct BeyondLesson {
    Link link;
    bool edited = false;  ///< its edits are made, or are being made
};

/// The lesson of the course, or the story, that a link names; null: there is none of this name, or it names none.
std::shared_ptr<const Lesson> lesson_of(const Link& link);

/// The state of links: state.of<Linking>().
struct Linking {
    std::string base = link_scheme;    ///< what stands before "sample=…"
    std::optional<LessonMade> made{};  ///< by the step of the lesson that is open
    std::optional<Link> lesson{};      ///< a link whose lesson begins when its sample is open
    std::optional<BeyondLesson> beyond{};
};

}  // namespace vitrine
