#pragma once
/// What the files that list actions have in common.

#include <string>

#include "app/actions/actions.h"
#include "app/base/command.h"
#include "app/base/state.h"
#include "app/edit/editing.h"
#include "app/run/request_json.h"
#include "app/views/train/state.h"

namespace vitrine {

/// An action that is always one and the same command.
inline std::function<void(const State&, Commands&)> gives(Command command) {
    return [command = std::move(command)](const State&, Commands& commands) { commands.push_back(command); };
}

/// Reasons why something cannot be done; empty where it can.
inline std::string needs_run(const State& state) { return state.run ? "" : "no model is open"; }

inline std::string why_not_edited(const State& state) { return state.run ? edit_refusal(state) : needs_run(state); }

inline std::string needs_view(const State& state, View view) {
    if (!state.run) return needs_run(state);
    return state.view == view ? "" : "this is for the view " + std::string(view_info(view).label);
}

/// For what opens the model once more that was opened last.
inline std::string needs_request(const State& state) { return names_model(state.request) ? "" : "no model is open"; }

inline std::string needs_cell(const State& state) {
    if (!state.run) return needs_run(state);
    return state.selection.cell ? "" : "no number is selected";
}

inline std::string needs_training(const State& state) {
    return state.of<TrainingView>().started ? "" : "no training has been begun: the view Train begins one";
}

/// A part of the menu Edit: what adds and removes sentences. app/actions/sentences.cpp.
std::vector<Action> sentence_actions();

/// A part of the menu Run: decoding. app/views/generate/actions.cpp.
std::vector<Action> decoding_actions();

/// A part of the menu Go: the merges of a word. app/views/tokens/actions.cpp.
std::vector<Action> token_actions();

}  // namespace vitrine
