#pragma once
/// Commands of the masks view.

#include <cstdint>
#include <memory>

#include "app/base/command.h"
#include "app/base/module.h"
#include "app/run/run.h"
#include "app/views/masks/state.h"

namespace vitrine {

struct ShowMask {
    MaskKind mask;  ///< if the shown attention does not use it, another attention is shown that does
};
void do_command(State& state, const ShowMask& command);

struct MoveMaskCell {
    int down, right;  ///< moves from the selected cell of the mask; if none is selected, selects the proposed one
};
void do_command(State& state, const MoveMaskCell& command);

struct ChooseTestToken {
    TestToken token;  ///< the token that the leak test changes
};
void do_command(State& state, const ChooseTestToken& command);

struct ChooseTestWord {
    std::int32_t id;  ///< the word that replaces the token; ignored if it is not allowed there
};
void do_command(State& state, const ChooseTestWord& command);

struct SetTestMasks {
    bool causal, padding;  ///< the masks in place during the test
};
void do_command(State& state, const SetTestMasks& command);

struct ShowLeakTest {
    std::shared_ptr<const Run> run;  ///< the tested run
    LeakQuestion question;
    LeakTest test;
    std::string why{};  ///< why the test failed; it is not repeated then. Empty: no error, or out of memory
};
void do_command(State& state, const ShowLeakTest& command);

/// Shows the mask of the selected tensor's attention. If a run's own masks differ from the previous run's, the test adopts the
/// new run's masks.
void follow_masks(State& state, const Change& change);

}  // namespace vitrine
