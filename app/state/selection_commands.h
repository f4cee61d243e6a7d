#pragma once
/// Which tensor and which cell of it are looked at, and what of them.

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

/// To the cell selected before this one
struct GoBack {
    static constexpr CommandTraits traits{.chooses_tensor = true};
};
void do_command(State& state, const GoBack& command);

/// And forward again
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
