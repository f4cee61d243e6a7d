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

/// Run A of a comparison, and what of it was shown.
struct SavedComparison {
    ModelRequest model{};
    Edits edits{};
    ComparedSide side = ComparedSide::b;
};

/// Where somebody was in the run.
struct SavedPlace {
    View view = View::map;
    int step = 0;
    std::string tensor{};      ///< the selected one
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
    bool reduced_motion = false;  ///< the desktop wished for it: `motion` is what was chosen since
};

struct SavedSession {
    std::optional<ModelRequest> model{};  ///< nothing: none was open
    Edits edits{};                        ///< what was made of it
    EditHistory history{};                ///< that led to them
    std::vector<ParkedEdits> parked{};    ///< of other models
    std::optional<SavedComparison> comparison{};
    SavedPlace place{};
    SavedLooks looks{};

    /// What every module keeps, under its name; empty: as it is at first. See Module::habits and Module::saved.
    nlohmann::ordered_json habits = nlohmann::ordered_json::object();
    nlohmann::ordered_json views = nlohmann::ordered_json::object();

    // Never in the file.
    std::string problem{};  ///< what of it could not be had so far
    std::string remark{};   ///< what else went wrong meanwhile
    std::string notice{};   ///< what is to be known of it
};

/// The session of which not everything is here yet. state.of<PendingSession>()
struct PendingSession {
    std::optional<SavedSession> session{};  ///< to be restored when its model is open
    bool kept = true;                       ///< everything of the one that was restored last is here
};

}  // namespace vitrine
