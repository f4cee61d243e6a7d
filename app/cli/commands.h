#pragma once
/// The subcommands, a file each. main.cpp has the list of them.

namespace CLI {
class App;
}

namespace vitrine {

/// Each adds its subcommand to the program; what it does then runs while the command line is parsed, and throws Error.
void add_trace(CLI::App& program);
void add_params(CLI::App& program);
void add_samples(CLI::App& program);
void add_render(CLI::App& program);
void add_drive(CLI::App& program);
void add_doctor(CLI::App& program);
void add_bench(CLI::App& program);

}  // namespace vitrine
