#pragma once
/// The options of all commands that compute: [--threads N] [--quiet]. They take effect as soon as they are read.

#include "app/cli/common/command_line.h"

namespace vitrine {

/// `quiet_means`: what the command leaves out with --quiet.
void add_quiet(CommandLine& command, const char* quiet_means = "No notes and no progress on standard error, errors only");

void add_threads(CommandLine& command);

}  // namespace vitrine
