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

struct SelectSentence {
    Size sentence;
};
void do_command(State& state, const SelectSentence& command);

struct SelectHead {
    Size head;
};
void do_command(State& state, const SelectHead& command);

}  // namespace vitrine
