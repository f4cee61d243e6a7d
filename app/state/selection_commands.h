#pragma once
/// Commands that choose the tensor, the cell, the sentence and the head.

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

struct SetAspect {
    Aspect aspect;
};
void do_command(State& state, const SetAspect& command);

struct SelectTensor {
    static constexpr CommandTraits traits{.chooses_tensor = true};
    std::string path;
};
void do_command(State& state, const SelectTensor& command);

struct SelectCell {
    static constexpr CommandTraits traits{.chooses_tensor = true};
    std::string path;
    Index cell;
};
void do_command(State& state, const SelectCell& command);

/// After something was chosen in a list: views that have places of their own, as the map has, go to what is selected.
struct FollowChosen {
    static constexpr CommandTraits traits{.leads_there = true};
};
void do_command(State& state, const FollowChosen& command);

/// The same. Where the shown view cannot show what is selected, it first goes to one that can: to the preferred one or, where that
/// cannot either, to Tensors.
struct ShowChosen {
    static constexpr CommandTraits traits{.leads_there = true};
    View preferred = View::tensors;
};
void do_command(State& state, const ShowChosen& command);

struct ClearCell {};
void do_command(State& state, const ClearCell& command);

/// Adds a place to the trail without going there.
struct NotePlace {
    TrailPlace place;
};
void do_command(State& state, const NotePlace& command);

/// Goes to the place of the trail before this one.
struct GoBack {
    static constexpr CommandTraits traits{.chooses_tensor = true};
};
void do_command(State& state, const GoBack& command);

/// Undoes GoBack.
struct GoForward {
    static constexpr CommandTraits traits{.chooses_tensor = true};
};
void do_command(State& state, const GoForward& command);

struct ShowEveryTerm {
    bool every;
};
void do_command(State& state, const ShowEveryTerm& command);

/// Of W_Q, W_K and W_V stacked in the selected parameter, shows one alone. A selected number that is not in it is let go.
struct ShowProjection {
    int projection;  ///< 0 to 2; −1: all
};
void do_command(State& state, const ShowProjection& command);

struct SelectSentence {
    Size sentence;
};
void do_command(State& state, const SelectSentence& command);

struct SelectHead {
    Size head;
};
void do_command(State& state, const SelectHead& command);

}  // namespace vitrine
