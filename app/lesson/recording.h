#pragma once
/// Recording: what a person does in the program becomes the draft of a lesson.

#include <string>
#include <vector>

#include "app/run/edits.h"
#include "app/state/state.h"

namespace vitrine {

/// The state that a step of a lesson has to bring about.
struct RecordedState {
    ModelRequest model = {};
    View view = View::map;
    Aspect aspect = Aspect::value;
    Size sentence = 0, head = 0;
    std::string tensor = {};
    std::vector<Size> cell = {};  ///< empty: only the tensor
    Edits edits = {};
    std::string kept = {};    ///< the fields of the view, as JSON; empty: it has none
    std::string anchor = {};  ///< the anchor of the selected tensor on the screen; empty: it is not visible

    bool is_like(const RecordedState& other) const;
};

/// state.of<LessonRecording>()
struct LessonRecording {
    bool on = false;
    RecordedState last = {};  ///< the state when the recording began, or at the last step
    std::vector<RecordedState> steps = {};
};

struct RecordLesson {
    bool on;
};
void do_command(State& state, const RecordLesson& command);

/// Says under which anchor the tensor of the last step is visible.
struct RingRecordedStep {
    std::string anchor;
};
void do_command(State& state, const RingRecordedStep& command);

/// Deletes the last recorded step.
struct DropRecordedStep {};
void do_command(State& state, const DropRecordedStep& command);

/// Saves the draft as a file and ends the recording.
struct SaveRecording {};
void do_command(State& state, const SaveRecording& command);

/// In each frame: adds a step if what is shown has changed.
void pass_recording_time(State& state);

/// The draft: a step for each recorded state, whose words are left to the teacher. Requires: a run is open.
std::string draft_of(const State& state, const std::vector<RecordedState>& steps);

}  // namespace vitrine
