#pragma once
/// The common part of all programs with a command line.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/common/command_line.h"

namespace vitrine {

/// Prepares the standard streams and signals, reads the arguments and runs the subcommand, or `otherwise` if there is none.
/// `given`: what the program was started with, of which `arguments` are made. Errors are reported in one line on standard error.
/// Returns the exit status: 0, 1 if a visit or a comparison failed, 2 for errors, 128 + the signal that ended the program.
int run_program(CommandLine& program, std::span<char* const> given, std::vector<std::string> arguments,
                const std::function<void()>& otherwise = {});

}  // namespace vitrine
