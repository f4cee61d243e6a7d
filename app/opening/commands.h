#pragma once
/// Commands that open models, and that deliver the results of opening.

#include <cstdint>
#include <memory>
#include <string>

#include "app/base/command.h"
#include "app/run/edits.h"
#include "core/io/model.h"
#include "core/model/attention_device.h"

namespace vitrine {

struct Run;

struct OpenModel {
    ModelRequest request;
};
void do_command(State& state, const OpenModel& command);

/// The device that computes the attentions of models opened from now on: state.of<OpeningDevice>(). Null: the CPU does.
struct OpeningDevice {
    std::shared_ptr<const AttentionDevice> device{};
};

struct UseDevice {
    std::shared_ptr<const AttentionDevice> device;
};
void do_command(State& state, const UseDevice& command);

struct ShowRun {
    static constexpr CommandTraits traits{.acts_on_b = true, .brings_b_forward = true};
    std::shared_ptr<const Run> run;  ///< the run of the opened model
    std::string lost{};              ///< why the run lacks the wanted edits; empty: it has them

    std::shared_ptr<const Run> pinned{};  ///< run A of the session's comparison; null: none
    std::string lost_pinned{};            ///< why `pinned` could not be made; empty: there was no error

    std::string note{};  ///< what was not read exactly as in the link, such as unknown words; empty: nothing
};
void do_command(State& state, const ShowRun& command);

struct OpeningFailed {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::string why;          ///< the reason, in one line; the open model stays
    ModelRequest model = {};  ///< the model that could not be opened
};
void do_command(State& state, const OpeningFailed& command);

struct GradientsFailed {
    std::string why;
};
void do_command(State& state, const GradientsFailed& command);

struct LoseRun {};  ///< the shown run has lost numbers in graphics memory: opens its model again, like a session's model
void do_command(State& state, const LoseRun& command);

struct UpdateRun {
    std::shared_ptr<const Run> run;  ///< the shown run with its gradients; any other run is ignored
};
void do_command(State& state, const UpdateRun& command);

}  // namespace vitrine
