#pragma once
/// What every program with a command line does.

#include <functional>
#include <vector>

#include "app/cli/common/command_line.h"

namespace vitrine {

/// Makes the standard streams and signals ready, reads the arguments and runs the subcommand; without one, `otherwise`. What goes
/// wrong is one line on standard error. Returns the exit status: 0, 1 where a visit or a comparison failed, 2 for errors, 128 + the
/// signal that ended it.
int run_program(CommandLine& program, std::vector<char*> arguments, const std::function<void()>& otherwise = {});

}  // namespace vitrine
