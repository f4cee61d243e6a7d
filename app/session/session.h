#pragma once
/// The session: the part of the state that is kept from one start to the next, and its JSON file.

#include "app/session/data.h"

namespace vitrine {

/// The session of this state. While a model in training is shown, it is that of the model that was open before, since the model
/// in training is not in a file.
SavedSession session_of(const State& state);

/// The session for opening `model`, given on the command line: all of `session` if it is about the same model, otherwise only its
/// appearance and habits. The edits of another model are parked, and a notice says so.
SavedSession for_model(const SavedSession& session, const ModelRequest& model);

/// The session as JSON text.
std::string session_text(const SavedSession& session);

/// Throws Error, whose text begins with `where` and names the unknown, missing or invalid field.
SavedSession read_session(const std::string& text, const std::string& where, Modules modules);

/// Restores the appearance and Module::habits at once, and the rest when the session's model is open.
struct RestoreSession {
    SavedSession session;
};
void do_command(State& state, const RestoreSession& command);

/// Before a link is opened: resets the view, the fields of the modules, the habits of the view that it shows, and the aspect to
/// those of a program that was just started.
void begin_anew(State& state, const SavedSession& link);

/// Restores the place and the fields of a session. Requires: its model is open. Skips what the model does not have; the session's
/// problems are put into State::message. For a link, everything that it leaves out is set as opening the model does.
void restore(State& state, const SavedSession& session);

}  // namespace vitrine
