#pragma once
/// The subcommands, a file each. main.cpp has the list of them.

#include <stdexcept>
#include <string>

#include "app/cli/common/command_line.h"

namespace vitrine {

/// A command has done what it could and ends with another status than 0: 1 where training broke down, 128 + the signal that stopped
/// it. The text is what is left to say.
struct Ended : std::runtime_error {
    Ended(const std::string& text, int exit_status) : std::runtime_error(text), status(exit_status) {}
    int status;
};

/// Each adds its subcommand to the program; what it does then runs while the command line is parsed, and throws Error.
void add_trace(CommandLine& program);
void add_explain(CommandLine& program);
void add_transcript(CommandLine& program);
void add_compare(CommandLine& program);
void add_params(CommandLine& program);
void add_samples(CommandLine& program);
void add_train(CommandLine& program);
void add_evaluate(CommandLine& program);
void add_generate(CommandLine& program);
void add_tasks(CommandLine& program);
void add_train_tokenizer(CommandLine& program);
void add_tokenize(CommandLine& program);
void add_render(CommandLine& program);
void add_drive(CommandLine& program);
void add_doctor(CommandLine& program);
void add_bench(CommandLine& program);

}  // namespace vitrine
