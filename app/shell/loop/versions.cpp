#include "app/shell/loop/versions.h"

#include <Eigen/Core>
#include <fmt/format.h>
#include <imgui.h>

#if !defined(__EMSCRIPTEN__)
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#endif

#include "app/render/gl.h"
#include "core/files/program.h"

#if __has_include(<emscripten/version.h>)  // Emscripten 3.1.6 has no such header and defines its version itself
#include <emscripten/version.h>
#endif

namespace vitrine {

namespace {

const char* compiler() {
#if defined(__clang__)
    return __VERSION__;
#else
    return "g++ " __VERSION__;
#endif
}

/// The library that opens windows, or the machine's own window system.
VersionLine window_system() {
#if defined(__EMSCRIPTEN__)
    return {"WebAssembly by Emscripten", fmt::format("{}.{}.{}", __EMSCRIPTEN_major__, __EMSCRIPTEN_minor__, __EMSCRIPTEN_tiny__)};
#else
    int major = 0, minor = 0, revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    return {"GLFW", fmt::format("{}.{}.{}", major, minor, revision)};
#endif
}

}  // namespace

std::vector<VersionLine> versions() {
    const GlInfo gl = gl_info();
    return {{"Vitrine", program_version()},
            {"Dear ImGui", ImGui::GetVersion()},
            window_system(),
            {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
            {"OpenGL", gl.version},
            {"drawn by", gl.renderer},
            {"compiler", compiler()}};
}

}  // namespace vitrine
