/// vitrine doctor: reports this machine's processor, memory, graphics and fonts.

#include <array>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <fmt/format.h>
#include <imgui.h>
#include <nlohmann/json.hpp>
#include <zip.h>

#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "app/render/fonts.h"
#include "app/render/gl.h"
#include "app/render/offscreen.h"
#include "app/session/keeper.h"
#include "core/files/program.h"
#include "core/io/sample.h"
#include "core/tensor/error.h"
#include "core/tensor/parallel.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Writes a heading in the left column, and lines beside it.
void write_entry(Output& output, const std::string& heading, const std::vector<std::string>& lines) {
    std::string left = heading;
    for (const std::string& line : lines) output.say(left_aligned(std::exchange(left, ""), 12) + "  " + line + '\n');
}

std::string processor_simd() {
#if defined(__x86_64__) || defined(__i386__)
    const std::array<std::pair<bool, const char*>, 5> features{{{__builtin_cpu_supports("sse4.2") != 0, "SSE4.2"},
                                                                {__builtin_cpu_supports("avx") != 0, "AVX"},
                                                                {__builtin_cpu_supports("avx2") != 0, "AVX2"},
                                                                {__builtin_cpu_supports("fma") != 0, "FMA"},
                                                                {__builtin_cpu_supports("avx512f") != 0, "AVX-512"}}};
    std::string list;
    for (const auto& [has, name] : features) {
        if (has) list += (list.empty() ? "" : ", ") + std::string(name);
    }
    return "the processor has " + (list.empty() ? "none of SSE4.2, AVX and AVX-512" : list);
#else
    return "what the processor has beyond that is not known here";
#endif
}

std::string simd_line() {
    const std::string level(simd_level());
    return (level.empty() ? "built with " : "x86-64-" + level + ": ") + std::string(compiled_simd()) + ", " + processor_simd();
}

std::vector<std::string> display_lines() {
    for (const char* name : {"WAYLAND_DISPLAY", "DISPLAY"}) {
        const char* value = std::getenv(name);
        if (value && *value) return {fmt::format("{}={}", name, value)};
    }
    return {"none: neither WAYLAND_DISPLAY nor DISPLAY is set; 'vitrine render' draws without one"};
}

std::vector<std::string> opengl_lines() {
    try {
        const OffscreenContext context;
        const GlInfo info = gl_info();
        return {info.version, info.renderer + " (" + info.vendor + ")",
                info.compute ? "compute shaders: yes" : "compute shaders: no, they need 4.3"};
    } catch (const Error& error) {
        return {std::string("none: ") + error.what()};
    }
}

std::vector<std::string> font_lines() {
    try {
        ImFontAtlas atlas;
        Fonts fonts;
        fonts.build(atlas, 1);
        std::vector<std::string> lines;
        for (const FontFile& file : fonts.files())
            lines.push_back(fmt::format("{}: {} {}, {}", file.role, file.family, file.style, file.path));
        return lines;
    } catch (const Error& error) {
        return {std::string("none: ") + error.what()};
    }
}

std::vector<std::string> sample_lines() {
    std::vector<std::string> lines;
    for (const auto& folder : sample_folders()) {
        std::error_code unreadable;
        lines.push_back(folder.string() + (std::filesystem::is_directory(folder, unreadable) ? "" : " (not there)"));
    }
    return lines;
}

std::string shader_line() {
    try {
        return shader_folder().string();
    } catch (const Error& error) {
        return error.what();
    }
}

std::string state_line() {
    try {
        return state_folder().string() + ": the last session, its training and the recent models";
    } catch (const Error& error) {
        return std::string("nowhere: ") + error.what();
    }
}

std::string compiler() {
#if defined(__clang__)
    return "compiled by " __VERSION__;
#else
    return "compiled by g++ " __VERSION__;
#endif
}

std::vector<std::string> library_lines() {
    return {fmt::format("Eigen {}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION),
            fmt::format("Dear ImGui {}", ImGui::GetVersion()),
            fmt::format("{{fmt}} {}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100),
            fmt::format("nlohmann/json {}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
                        NLOHMANN_JSON_VERSION_PATCH),
            fmt::format("libzip {}", zip_libzip_version()),
            command_line_library(),
            compiler()};
}

void examine() {
    Output output({});
    write_entry(output, "Vitrine", {program_version()});
    write_entry(output, "SIMD", {simd_line()});
    write_entry(output, "threads", {fmt::format("{} in use, {} hardware threads", threads(), std::thread::hardware_concurrency())});
    write_entry(output, "display", display_lines());
    write_entry(output, "OpenGL", opengl_lines());
    write_entry(output, "fonts", font_lines());
    write_entry(output, "samples", sample_lines());
    write_entry(output, "shaders", {shader_line()});
    write_entry(output, "state", {state_line()});
    write_entry(output, "versions", library_lines());
    output.finish();
}

}  // namespace

void add_doctor(CommandLine& program) {
    CommandLine& command =
        program.add_subcommand("doctor", "Report what the program finds on this machine: processor, OpenGL, fonts, versions");
    command.footer("Example:\n  vitrine doctor");
    command.callback(examine);
}

}  // namespace vitrine
