#pragma once
/// What can be done to the window, whatever it shows.

#include <string>

#include "app/base/command.h"
#include "app/base/state.h"

namespace vitrine {

struct CloseMessage {};
void do_command(State& state, const CloseMessage& command);

struct Tell {
    std::string what;  ///< in one line, beside what is told already
};
void do_command(State& state, const Tell& command);

struct SetView {
    View view;
};
void do_command(State& state, const SetView& command);

struct SetAppearance {
    Appearance appearance;
};
void do_command(State& state, const SetAppearance& command);

struct SetScale {
    double scale;  ///< clamped to 0.75 … 3
};
void do_command(State& state, const SetScale& command);

struct SetScroll {
    std::string area;
    float offset;
};
void do_command(State& state, const SetScroll& command);

struct RevealStep {};  ///< the current step comes into view, as after the window has changed its size
void do_command(State& state, const RevealStep& command);

struct Revealed {};  ///< what was asked to be brought into view is there
void do_command(State& state, const Revealed& command);

struct ToggleSection {
    std::string section;
};
void do_command(State& state, const ToggleSection& command);

struct SetFocus {
    std::string anchor;
};
void do_command(State& state, const SetFocus& command);

struct SetMenu {
    std::string menu;
};
void do_command(State& state, const SetMenu& command);

}  // namespace vitrine
