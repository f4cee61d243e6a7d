#include "app/shell/desktop/simd_choice.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

#include "app/shell/desktop/own_program.h"
#include "core/files/problem.h"
#include "core/files/program.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// Whether this processor has the vector instructions of a level.
bool processor_has(std::string_view level) {
#ifdef __x86_64__
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return level == "v4" ? v4 : level == "v3" ? v3 : v2;
#else
    return level.empty();
#endif
}

/// The loaded core: …/glibc-hwcaps/x86-64-v3/libvitrine-core.so.
fs::path loaded_core() {
    Dl_info info{};
    const bool known = dladdr(reinterpret_cast<const void*>(&simd_level), &info) && info.dli_fname;
    return known ? fs::path(info.dli_fname) : fs::path();
}

/// The folder of another level of core; empty: core was built once, or not for this level.
fs::path folder_of(const std::string& level) {
    if (simd_level().empty()) return {};
    std::error_code unknown;
    const fs::path core = loaded_core(), folder = core.parent_path().parent_path() / ("x86-64-" + level);
    return fs::exists(folder / core.filename(), unknown) ? folder : fs::path();
}

constexpr std::array levels{"v2", "v3", "v4"};

}  // namespace

std::vector<std::string> other_simd_levels() {
    std::vector<std::string> others;
    for (const std::string level : levels) {
        if (level != simd_level() && processor_has(level) && !folder_of(level).empty()) others.push_back(level);
    }
    return others;
}

void take_wanted_simd(std::vector<char*> arguments) {
    const char* wanted = std::getenv(simd_variable);
    if (!wanted || !*wanted || wanted == simd_level()) return;
    const std::string level = wanted;
    if (std::ranges::find(levels, level) == levels.end()) fail(simd_variable, in_quotes(level) + " is none of v2, v3 and v4");
    if (simd_level().empty()) fail(simd_variable, "this program was built for one kind of processor only");
    if (!processor_has(level)) fail(simd_variable, "this processor lacks x86-64-" + level);
    const fs::path folder = folder_of(level);
    if (folder.empty()) fail(simd_variable, "there is no core for x86-64-" + level + " beside " + loaded_core().string());
    // The loader searches these folders first.
    const char* before = std::getenv("LD_LIBRARY_PATH");
    if (before && std::string_view(before).starts_with(folder.string()))
        fail(simd_variable, "the loader takes another core than " + folder.string());
    const std::string path = folder.string() + (before && *before ? ':' + std::string(before) : "");
    ::setenv("LD_LIBRARY_PATH", path.c_str(), 1);
    arguments.push_back(nullptr);
    ::execv(own_program().c_str(), arguments.data());
    fail(simd_variable, "the program cannot be started again");
}

}  // namespace vitrine
