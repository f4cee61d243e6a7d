#pragma once
/// Where jobs are done, on the command line: [--one-thread].

#include "app/base/scheduler.h"
#include "app/cli/common/command_line.h"

namespace vitrine {

class SchedulingOption {
public:
    /// Adds the option to a command.
    explicit SchedulingOption(CommandLine& command);

    /// Where it is given, the thread that calls this shares none of its work from now on.
    Scheduling take() const;

private:
    std::shared_ptr<bool> one_thread_;  // filled while the command line is parsed
};

}  // namespace vitrine
