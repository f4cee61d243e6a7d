#pragma once
/// What is opened and made away from the drawing thread, and what comes of it.

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

/// What is asked for the attentions of the models that are opened: state.of<OpeningDevice>(). Null: they are computed here.
struct OpeningDevice {
    std::shared_ptr<const AttentionDevice> device{};
};

struct UseDevice {
    std::shared_ptr<const AttentionDevice> device;  ///< from now on
};
void do_command(State& state, const UseDevice& command);

struct ShowRun {
    static constexpr CommandTraits traits{.acts_on_b = true, .brings_b_forward = true};
    std::shared_ptr<const Run> run;  ///< a model that has been opened
    std::string lost{};              ///< why it is without the edits that were asked for; empty: it has them

    std::shared_ptr<const Run> pinned{};  ///< what a session compares it with; null: nothing
    std::string lost_pinned{};            ///< why that could not be had
};
void do_command(State& state, const ShowRun& command);

struct OpeningFailed {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::string why;          ///< in one line; what was open stays open
    ModelRequest model = {};  ///< which one could not be opened
};
void do_command(State& state, const OpeningFailed& command);

struct GradientsFailed {
    std::string why;
};
void do_command(State& state, const GradientsFailed& command);

struct LoseRun {};  ///< the run on the screen has lost numbers that it needs: its model is opened anew, as a session's is
void do_command(State& state, const LoseRun& command);

struct UpdateRun {
    std::shared_ptr<const Run> run;  ///< the one on the screen with its gradients; of any other one nothing is taken
};
void do_command(State& state, const UpdateRun& command);

}  // namespace vitrine
