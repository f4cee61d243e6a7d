#pragma once
/// Commands of lessons.

#include <cstddef>
#include <memory>
#include <string>

#include "app/base/command.h"
#include "app/lesson/lesson.h"
#include "app/render/rect.h"

namespace vitrine {

/// Shows the list of lessons, or closes it.
struct ShowCourse {
    bool shown = true;
};
void do_command(State& state, const ShowCourse& command);

struct BeginLesson {
    std::shared_ptr<const Lesson> lesson;
    int step = -1;           ///< from 0; −1: the step at which it was left, or the first
    bool on_own = false;     ///< on the open model and its sentences
    bool plays = false;      ///< goes on by itself, like the story
    std::string asked = {};  ///< the question in Find that led to it
};
void do_command(State& state, const BeginLesson& command);

/// Goes forward or back; after the last step, the lesson is finished.
struct MoveLesson {
    int by;
};
void do_command(State& state, const MoveLesson& command);

/// Closes the lesson. The program stays as it is, or returns to what it showed before.
struct CloseLesson {
    bool goes_back = true;
};
void do_command(State& state, const CloseLesson& command);

struct ChooseOption {
    std::size_t option;
};
void do_command(State& state, const ChooseOption& command);

/// Sets a number that is guessed or typed.
struct GuessNumber {
    double number;
    bool answers = false;  ///< also submits it as the answer
};
void do_command(State& state, const GuessNumber& command);

struct PaintCell {
    std::size_t cell;     ///< of the table, row by row
    double share;         ///< 0 … 1
    bool begins = false;  ///< the pointer was pressed there: dragging on paints with the same share
};
void do_command(State& state, const PaintCell& command);

/// Submits the answer.
struct CheckAnswer {};
void do_command(State& state, const CheckAnswer& command);

/// Shows the right answer, or does the task.
struct ShowAnswer {};
void do_command(State& state, const ShowAnswer& command);

/// Scrolls to a place that the step points at and that is out of sight in a narrow window.
struct LeadTo {
    std::size_t ring;  ///< the index of its ring among those of the page
};
void do_command(State& state, const LeadTo& command);

/// Notes which place the reader can be led to next.
struct NoteNextPlace {
    std::optional<std::size_t> ring;
};
void do_command(State& state, const NoteNextPlace& command);

/// Notes where the row of the step is on the screen, so that it can leave from there.
struct NoteRowPlace {
    std::optional<ImVec2> place;
};
void do_command(State& state, const NoteRowPlace& command);

/// Allows another answer after a wrong one.
struct TryAgain {};
void do_command(State& state, const TryAgain& command);

/// Returns to the step, as it was when it began.
struct ReturnToLesson {};
void do_command(State& state, const ReturnToLesson& command);

/// Dims the program around what the step is about, or stops dimming it.
struct LightLesson {
    bool lit;
};
void do_command(State& state, const LightLesson& command);

struct PlayLesson {
    bool playing;
};
void do_command(State& state, const PlayLesson& command);

}  // namespace vitrine
