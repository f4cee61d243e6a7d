#pragma once
/// Commands of lessons.

#include <cstddef>
#include <memory>
#include <string>

#include "app/base/command.h"
#include "app/lesson/lesson.h"

namespace vitrine {

/// Lists the lessons, or closes the list.
struct ShowCourse {
    bool shown = true;
};
void do_command(State& state, const ShowCourse& command);

/// Opens the first page as soon as there is a run to show.
struct Greet {};
void do_command(State& state, const Greet& command);

struct BeginLesson {
    std::shared_ptr<const Lesson> lesson;
    int step = -1;           ///< from 0; −1: where it was left, or the first
    bool on_own = false;     ///< on the model and the sentences that are open
    bool plays = false;      ///< goes on by itself, as the story does
    std::string asked = {};  ///< the question that led to it in Find
};
void do_command(State& state, const BeginLesson& command);

/// Goes on or back; after the last step the lesson is finished.
struct MoveLesson {
    int by;
};
void do_command(State& state, const MoveLesson& command);

/// Closes the lesson. The program stays as it is, or goes back to what it showed before.
struct CloseLesson {
    bool goes_back = true;
};
void do_command(State& state, const CloseLesson& command);

struct ChooseOption {
    std::size_t option;
};
void do_command(State& state, const ChooseOption& command);

/// A number that is guessed or typed.
struct GuessNumber {
    double number;
    bool answers = false;  ///< at once
};
void do_command(State& state, const GuessNumber& command);

struct PaintCell {
    std::size_t cell;     ///< of the table, row by row
    double share;         ///< 0 … 1
    bool begins = false;  ///< the pointer was pressed there: dragging on paints with the same share
};
void do_command(State& state, const PaintCell& command);

/// Has the answer judged.
struct CheckAnswer {};
void do_command(State& state, const CheckAnswer& command);

/// Gives the answer away, or does the task.
struct ShowAnswer {};
void do_command(State& state, const ShowAnswer& command);

/// Leads to a place that the step points at, and that is out of sight in a narrow window.
struct LeadTo {
    std::size_t ring;  ///< its place among the rings of the page
};
void do_command(State& state, const LeadTo& command);

/// Notes to which place the reader can be led next.
struct NoteNextPlace {
    std::optional<std::size_t> ring;
};
void do_command(State& state, const NoteNextPlace& command);

/// Answers again, after a wrong answer.
struct TryAgain {};
void do_command(State& state, const TryAgain& command);

/// Comes back to the step, as it was when it began.
struct ReturnToLesson {};
void do_command(State& state, const ReturnToLesson& command);

/// Dims the program around what is meant, or no longer.
struct LightLesson {
    bool lit;
};
void do_command(State& state, const LightLesson& command);

struct PlayLesson {
    bool playing;
};
void do_command(State& state, const PlayLesson& command);

}  // namespace vitrine
