#pragma once
/// Recording: what somebody does in the program becomes the draft of a lesson.

#include <string>
#include <vector>

#include "app/run/edits.h"
#include "app/state/state.h"

namespace vitrine {

/// What a step of a lesson has to bring about.
struct RecordedState {
    ModelRequest model = {};
    View view = View::map;
    Aspect aspect = Aspect::value;
    Size sentence = 0, head = 0;
    std::string tensor = {};
    std::vector<Size> cell = {};  ///< empty: the tensor alone
    Edits edits = {};
    std::string kept = {};    ///< the fields of the view, as JSON; empty: it has none
    std::string anchor = {};  ///< of the selected tensor on the screen; empty: it is not to be seen

    bool is_like(const RecordedState& other) const;
};

/// state.of<LessonRecording>()
struct LessonRecording {
    bool on = false;
    RecordedState last = {};  ///< as it was when the recording began, or at the last step
    std::vector<RecordedState> steps = {};
};

struct RecordLesson {
    bool on;
};
void do_command(State& state, const RecordLesson& command);

/// The tensor of the last step is seen under this anchor.
struct RingRecordedStep {
    std::string anchor;
};
void do_command(State& state, const RingRecordedStep& command);

/// Drops the last recorded step.
struct DropRecordedStep {};
void do_command(State& state, const DropRecordedStep& command);

/// Saves the draft as a file and ends the recording.
struct SaveRecording {};
void do_command(State& state, const SaveRecording& command);

/// Each frame: adds a step where what is shown has become another.
void pass_recording_time(State& state);

/// The draft: a step for each recorded state, with what is to be said left to the teacher. Requires: a run is open.
std::string draft_of(const State& state, const std::vector<RecordedState>& steps);

}  // namespace vitrine
