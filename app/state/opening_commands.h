#pragma once
/// What is opened and made away from the drawing thread, and what comes of it, as plain data; see app/state/commands.h.

#include <cstdint>
#include <memory>
#include <string>

#include "app/state/edits.h"
#include "core/io/model.h"

namespace vitrine {

struct Run;

struct OpenModel {
    ModelRequest request;
};
struct ShowRun {
    std::shared_ptr<const Run> run;  ///< a model that has been opened
    std::string lost{};              ///< why it is without the edits that were asked for; empty: it has them

    std::shared_ptr<const Run> pinned{};  ///< what a session compares it with; null: nothing
    std::string lost_pinned{};            ///< why that could not be had
};

/// What is made away from the drawing thread.
enum class Making : std::uint8_t { model, edits, difference, gradients, leak_test };

struct OpeningFailed {
    std::string why;              ///< in one line; what was open stays open
    Making what = Making::model;  ///< that could not be made
    ModelRequest model = {};      ///< which one
    Edits edits = {};             ///< of which no run could be made
};
struct LoseRun {};  ///< the run on the screen has lost numbers that it needs: its model is opened anew, as a session's is
struct UpdateRun {
    std::shared_ptr<const Run> run;  ///< the one on the screen with its gradients; of any other one nothing is taken
};

}  // namespace vitrine
