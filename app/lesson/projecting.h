#pragma once
/// The program before a hall: large letters, few things at a time, and a pointer that is seen from the last row.

#include "app/base/command.h"

namespace vitrine {

/// state.of<Projecting>()
struct Projecting {
    bool on = false;
    double scale_before = 1;
    bool sides = false;  ///< the columns at the sides are shown, since something in them is meant
};

struct Project {
    bool on;
};
void do_command(State& state, const Project& command);

/// Shows the columns at the sides, or folds them away.
struct ShowSides {
    bool shown;
};
void do_command(State& state, const ShowSides& command);

}  // namespace vitrine
