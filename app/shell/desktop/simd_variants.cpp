#include "app/shell/desktop/simd_variants.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/shell/desktop/own_program.h"
#include "app/shell/desktop/simd_choice.h"
#include "core/selftest/comparisons.h"
#include "core/selftest/scratch_folder.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// The environment of this process, with a level of core; empty: with the one that the loader takes.
std::vector<std::string> environment_with(const std::string& level) {
    std::vector<std::string> variables;
    for (char** variable = environ; *variable; ++variable)
        if (!std::string_view(*variable).starts_with(simd_variable + std::string("="))) variables.emplace_back(*variable);
    if (!level.empty()) variables.push_back(simd_variable + std::string("=") + level);
    return variables;
}

/// Runs this program with these arguments, and without what it prints. Throws Error where it fails.
void run_program_with(const std::string& level, std::vector<std::string> arguments) {
    std::vector<std::string> environment = environment_with(level);
    const auto pointers = [](std::vector<std::string>& texts) {
        std::vector<char*> all;
        for (std::string& text : texts) all.push_back(text.data());
        all.push_back(nullptr);
        return all;
    };
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = 0;
    arguments.insert(arguments.begin(), "vitrine");
    const int problem =
        posix_spawn(&process, own_program().c_str(), &silent, nullptr, pointers(arguments).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&silent);
    int status = 0;
    pid_t ended = -1;
    if (problem == 0)
        while ((ended = waitpid(process, &status, 0)) < 0 && errno == EINTR) {
        }
    if (ended != process || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw Error("a run of the sample failed" + (level.empty() ? "" : " with x86-64-" + level));
}

void compare_all(const StoredTensors& ours, const StoredTensors& theirs, const std::string& level, Comparisons& comparisons) {
    for (const auto& tensor : ours.tensors)
        compare(tensor.first + " with x86-64-" + level, numbers_of(ours, tensor.first), numbers_of(theirs, tensor.first),
                comparisons);
    if (ours.tensors.empty() || theirs.tensors.size() != ours.tensors.size())
        comparisons.add(1, [&] { return "the number of tensors with x86-64-" + level; });
}

SelfTestResult compare_levels(const std::vector<std::string>& others, const RunWithLevel& run) {
    SelfTestResult none;
    none.skipped = "this program has one set of loops for this processor";
    if (others.empty()) return none;
    Comparisons comparisons("numbers", 1e-4);
    const SimdRun ours = run("");
    for (const std::string& level : others) {
        const SimdRun theirs = run(level);
        compare_all(ours.tensors, theirs.tensors, level, comparisons);
        compare_all(ours.gradients, theirs.gradients, level, comparisons);
    }
    return comparisons.take();
}

}  // namespace

SimdRun run_with_level(const std::string& level) {
    const ScratchFolder folder;
    const fs::path tensors = folder.path / "trace.safetensors", gradients = folder.path / "gradients.safetensors";
    run_program_with(level, {"trace", "--quiet", "--sample", "translation", "--format", "safetensors", "--out", tensors.string(),
                             "--gradients", gradients.string()});
    return {read_safetensors(tensors), read_safetensors(gradients)};
}

SelfTestCheck simd_variants_check(std::vector<std::string> other_levels, RunWithLevel run) {
    return {"processor", "all levels of x86-64 that this processor has compute the same numbers",
            [other_levels = std::move(other_levels), run = std::move(run)](const Computation&) {
                return compare_levels(other_levels, run);
            }};
}

}  // namespace vitrine
