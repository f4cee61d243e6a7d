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

/// Follows a choice in a list: views with a camera of their own, such as the map, move to the selection.
struct FollowChosen {
    static constexpr CommandTraits traits{.leads_there = true};
};
void do_command(State& state, const FollowChosen& command);

/// The same, but if the shown view cannot show the selection, it first switches to a view that can: the preferred one or, if that
/// cannot either, Tensors.
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

/// Shows one of W_Q, W_K and W_V alone, which the selected parameter stacks. Clears a selected cell that is not part of it.
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
