#pragma once
/// A session as plain data: see app/session/session.h.

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/compare/state.h"
#include "app/run/edits.h"
#include "app/run/parked_edits.h"
#include "app/state/state.h"
#include "core/io/model.h"

namespace vitrine {

/// Run A of a comparison, and the side that was shown.
struct SavedComparison {
    ModelRequest model{};
    Edits edits{};
    ComparedSide side = ComparedSide::b;
};

/// The user's place in the run.
struct SavedPlace {
    View view = View::map;
    int step = 0;
    Phase phase = Phase::forward;
    std::string tensor{};      ///< the selected tensor
    std::vector<Size> cell{};  ///< its index; empty: none
    Size sentence = 0, head = 0;
    Aspect aspect = Aspect::value;
    bool every_term = false;
    double steps_per_second = 1;
    std::vector<std::string> folded{};
};

struct SavedLooks {
    ThemeChoice theme = ThemeChoice::dark;
    double scale = 1;
    Motion motion = Motion::eased;
    ShareColours share_colours = ShareColours::automatic;
    bool reduced_motion = false;  ///< the desktop asked for reduced motion, and `motion` was chosen after that
};

struct SavedSession {
    std::optional<ModelRequest> model{};  ///< nothing: no model was open
    Edits edits{};                        ///< of that model
    EditHistory history{};                ///< the history of these edits
    std::vector<ParkedEdits> parked{};    ///< of other models
    std::optional<SavedComparison> comparison{};
    SavedPlace place{};
    SavedLooks looks{};

    /// The fields of every module, by its name; empty: defaults. See Module::habits and Module::saved.
    nlohmann::ordered_json habits = nlohmann::ordered_json::object();
    nlohmann::ordered_json views = nlohmann::ordered_json::object();

    /// For a link, not in the file: what it says about the sentences, the place and the modules; see
    /// app/session/session_partial.h. Nothing: it is a session, which says everything.
    std::optional<nlohmann::ordered_json> link{};

    // Not stored in the file:
    std::string problem{};  ///< which parts of the session could not be restored
    std::string remark{};   ///< other errors that happened meanwhile
    std::string notice{};   ///< a notice for the user
};

/// The session being restored: state.of<PendingSession>()
struct PendingSession {
    std::optional<SavedSession> session{};  ///< restored when its model is open
    bool kept = true;                       ///< the last session was restored completely
};

}  // namespace vitrine
