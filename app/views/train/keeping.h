#pragma once
/// The training outlasts the window: it is kept in a folder beside the session, when it pauses, from time to time while it goes on,
/// and when the window is closed; the next start takes it up again.

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/base/module.h"
#include "app/training/kept.h"

namespace vitrine {

struct TrainingKeeping {
    std::optional<std::filesystem::path> folder;                    ///< of the training under way; nothing: it is not kept
    std::string refusal = "this window does not save its session";  ///< why it is not kept
    bool was_shown = false;                      ///< the model in training was on the screen; a field of the session
    bool leaves = false;                         ///< the window is being closed
    std::set<std::filesystem::path> in_the_way;  ///< folders whose content is put aside before a training is kept there
    std::string problem;                         ///< why a training could not be kept; empty: none failed
    const KeptMoment* calm_at = nullptr;         ///< the training under way as it has stood
    double calm = 0;                             ///< for so many seconds
};

/// Sets where the training is kept, and takes up what is kept there once the model is open that is being opened. Without a folder:
/// why none is kept.
struct KeepTraining {
    std::optional<std::filesystem::path> folder;
    std::string refusal = {};
};
void do_command(State& state, const KeepTraining& command);

/// The folder of the training that goes with a session's file.
std::filesystem::path training_folder(const std::filesystem::path& session);

/// Whether the window may be closed: that was asked for, and nothing is lost.
bool may_close(const State& state);

/// Whether a training has taken steps that are on no disk.
bool has_unsaved_steps(const State& state);

extern const Module keeping_module;

}  // namespace vitrine
