#pragma once
/// The subcommands, one per file. main.cpp lists them.

#include <stdexcept>
#include <string>

#include "app/cli/common/command_line.h"

namespace vitrine {

/// Ends a command with an exit status other than 0: 1 if training broke down or compared runs differ, 128 + the signal that
/// stopped the command. The text is the final message; empty: none.
struct Ended : std::runtime_error {
    Ended(const std::string& text, int exit_status) : std::runtime_error(text), status(exit_status) {}
    int status;
};

/// Each function adds its subcommand to the program. The subcommand runs while the command line is parsed, and throws Error.
void add_trace(CommandLine& program);
void add_explain(CommandLine& program);
void add_lens(CommandLine& program);
void add_attribute(CommandLine& program);
void add_patch(CommandLine& program);
void add_ablate(CommandLine& program);
void add_heads(CommandLine& program);
void add_circuits(CommandLine& program);
void add_transcript(CommandLine& program);
void add_compare(CommandLine& program);
void add_page(CommandLine& program);
void add_params(CommandLine& program);
void add_config(CommandLine& program);
void add_import(CommandLine& program);
void add_samples(CommandLine& program);
void add_export_sample(CommandLine& program);
void add_train(CommandLine& program);
void add_history(CommandLine& program);
void add_experiment(CommandLine& program);
void add_evaluate(CommandLine& program);
void add_generate(CommandLine& program);
void add_tasks(CommandLine& program);
void add_train_tokenizer(CommandLine& program);
void add_tokenize(CommandLine& program);
void add_render(CommandLine& program);
void add_figure(CommandLine& program);
void add_drive(CommandLine& program);
void add_lesson(CommandLine& program);
void add_doctor(CommandLine& program);
void add_bench(CommandLine& program);
void add_completion(CommandLine& program);
void add_manual(CommandLine& program);
void add_selftest(CommandLine& program);

}  // namespace vitrine
