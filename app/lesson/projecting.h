#pragma once
/// The program in a lecture hall: large letters, few things at a time, and a pointer that can be seen from the last row.

#include "app/base/command.h"

namespace vitrine {

/// state.of<Projecting>()
struct Projecting {
    bool on = false;
    double scale_before = 1;
    bool sides = false;  ///< the columns at the sides are shown, because something in them is meant
};

struct Project {
    bool on;
};
void do_command(State& state, const Project& command);

/// Shows the columns at the sides, or hides them.
struct ShowSides {
    bool shown;
};
void do_command(State& state, const ShowSides& command);

}  // namespace vitrine
