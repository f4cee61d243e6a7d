#pragma once
/// The subcommands, a file each. main.cpp has the list of them.

#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace vitrine {

/// A command has done what it could and ends with another status than 0: 1 where training broke down, 128 + the signal that stopped
/// it. The text is what is left to say.
struct Ended : std::runtime_error {
    Ended(const std::string& text, int exit_status) : std::runtime_error(text), status(exit_status) {}
    int status;
};

/// Each adds its subcommand to the program; what it does then runs while the command line is parsed, and throws Error.
void add_trace(CLI::App& program);
void add_explain(CLI::App& program);
void add_transcript(CLI::App& program);
void add_compare(CLI::App& program);
void add_params(CLI::App& program);
void add_samples(CLI::App& program);
void add_train(CLI::App& program);
void add_evaluate(CLI::App& program);
void add_generate(CLI::App& program);
void add_tasks(CLI::App& program);
void add_train_tokenizer(CLI::App& program);
void add_tokenize(CLI::App& program);
void add_render(CLI::App& program);
void add_drive(CLI::App& program);
void add_doctor(CLI::App& program);
void add_bench(CLI::App& program);

}  // namespace vitrine
