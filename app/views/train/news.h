#pragma once
/// What a training says of itself.

#include <memory>
#include <string>

#include "app/base/command.h"
#include "core/train/session.h"

namespace vitrine {

struct Run;

struct ShowSnapshot {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const Run> run;            ///< what was computed in it
    std::optional<std::uint64_t> obeyed = {};  ///< so many orders have been done, and it stands still; nothing: it goes on
};
void do_command(State& state, const ShowSnapshot& command);

struct TrainingFailed {
    std::string why;  ///< it cannot go on, not even from its last good step
};
void do_command(State& state, const TrainingFailed& command);

}  // namespace vitrine
