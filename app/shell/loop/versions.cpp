#include "app/shell/loop/versions.h"

#include <Eigen/Core>
#include <fmt/format.h>
#include <imgui.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/render/gl.h"

namespace vitrine {

namespace {

const char* compiler() {
#if defined(__clang__)
    return __VERSION__;
#else
    return "g++ " __VERSION__;
#endif
}

}  // namespace

std::vector<VersionLine> versions() {
    const GlInfo gl = gl_info();
    int major = 0, minor = 0, revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    return {{"Vitrine", VITRINE_VERSION},
            {"Dear ImGui", ImGui::GetVersion()},
            {"GLFW", fmt::format("{}.{}.{}", major, minor, revision)},
            {"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
            {"OpenGL", gl.version},
            {"drawn by", gl.renderer},
            {"compiler", compiler()}};
}

}  // namespace vitrine
