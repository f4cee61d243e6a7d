#pragma once
/// What can be done in the view of masks.

#include <cstdint>
#include <memory>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/run/run.h"
#include "app/views/masks/state.h"

namespace vitrine {

struct ShowMask {
    MaskThing mask;  ///< of an attention that uses it
};
void do_command(State& state, const ShowMask& command);

struct MoveMaskCell {
    int down, right;  ///< from the selected cell of the mask; where none is, the proposed one becomes it
};
void do_command(State& state, const MoveMaskCell& command);

struct ChooseTestToken {
    TestToken token;  ///< what the leak test changes
};
void do_command(State& state, const ChooseTestToken& command);

struct ChooseTestWord {
    std::int32_t id;  ///< what it becomes; of one that may not stand there nothing comes
};
void do_command(State& state, const ChooseTestWord& command);

struct SetTestMasks {
    bool causal, padding;  ///< which are in place while it is tested
};
void do_command(State& state, const SetTestMasks& command);

struct ShowLeakTest {
    std::shared_ptr<const Run> run;  ///< of which it is
    LeakQuestion question;
    LeakTest test;
    std::string why{};  ///< there is none, and it is not to be asked for again; empty: there is, or there was no memory for it
};
void do_command(State& state, const ShowLeakTest& command);

/// The attention whose mask is looked at becomes that of the selected tensor, and the mask one that it uses. The masks that a test
/// leaves in place become those of the run where that has others than the one before.
void follow_masks(State& state, const Change& change);

}  // namespace vitrine
