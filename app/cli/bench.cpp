/// vitrine bench: runs vitrine-bench, a separate program, so that only people who measure have to build it.

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include "app/cli/commands.h"
#include "app/shell/desktop/own_program.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Replaces this program by the one beside it. Throws Error if there is none.
void become_bench(const std::vector<std::string>& arguments) {
    const std::filesystem::path program = own_program().parent_path() / "vitrine-bench";
    if (!std::filesystem::exists(program))
        throw Error(
            "the benchmarks are a separate program, vitrine-bench, which is not next to this one; scripts/measure.sh builds it");
    std::vector<std::string> given{program.string()};
    given.insert(given.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& one : given) pointers.push_back(one.data());
    pointers.push_back(nullptr);
    execv(program.c_str(), pointers.data());
    throw Error(program.string() + ": " + std::strerror(errno));
}

}  // namespace

void add_bench(CommandLine& program) {
    CommandLine& command = program.add_subcommand("bench", "Measure how long things take; without a name, list the benchmarks");
    command.hand_over(become_bench);
}

}  // namespace vitrine
