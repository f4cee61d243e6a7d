#pragma once
/// The option for running jobs on one thread: [--one-thread].

#include "app/base/scheduler.h"
#include "app/cli/common/command_line.h"

namespace vitrine {

class SchedulingOption {
public:
    /// Adds the option to a command.
    explicit SchedulingOption(CommandLine& command);

    /// If the option is given, the calling thread does not share its work with others from now on.
    Scheduling take() const;

private:
    std::shared_ptr<bool> one_thread_;  // filled while the command line is parsed
};

}  // namespace vitrine
