#pragma once
/// What is kept of the state from one start to the next, and the JSON file it is kept in.

#include "app/session/data.h"

namespace vitrine {

/// What of the state is kept as it was, taken from it as it is now. Of a model in training the model that was open before is kept:
/// the one in training is in no file.
SavedSession session_of(const State& state);

/// The same for another model, given on the command line: of a session of the same model all of it, of any other only how things
/// look and what belongs to no model; what was made of its own model is parked, and said.
SavedSession for_model(const SavedSession& session, const ModelRequest& model);

/// As a file holds it.
std::string session_text(const SavedSession& session);

/// Throws Error, `where` first, naming the field that is unknown, missing or says something that cannot be.
SavedSession read_session(const std::string& text, const std::string& where, Modules modules);

/// How things look comes back at once, and whatever holds for any model; the rest when the session's model is open.
struct RestoreSession {
    SavedSession session;
};
void do_command(State& state, const RestoreSession& command);

/// Brings a state with the session's model open back to where it was. What the model does not have is left out, and said in
/// State::message.
void restore(State& state, const SavedSession& session);

}  // namespace vitrine
