#pragma once
/// OpenGL helpers: driver information and shaders. Only .cpp files include epoxy.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Information about the OpenGL driver, for `vitrine doctor`. Requires: a current context.
struct GlInfo {
    std::string version, renderer, vendor;
    bool compute = false;  ///< OpenGL 4.3: compute shaders and storage blocks
};
GlInfo gl_info();

/// The folder of shaders: in the source tree, in the installation or beside the program. Throws Error if there is none.
const std::filesystem::path& shader_folder();

/// Compiles and links shaders/NAME.vert and shaders/NAME.frag. Adds the version line: 330 core, or 300 es in an OpenGL ES
/// context. If `before` is given, the text of shaders/BEFORE is inserted before that of NAME.frag. Throws Error with the
/// compiler's message.
unsigned build_program(const std::string& name, const std::string& before = "");

/// Names shaders/NAME.comp. `definitions`, such as "#define WIDE", are inserted before its text. Included files are in the same
/// folder.
struct ComputeShader {
    std::string name;
    std::string definitions = {};
    std::filesystem::path folder = {};  ///< empty: shader_folder()
};

/// Compiles and links a compute shader of OpenGL 4.3 and adds the version line. Throws Error with the line of the compiler's
/// message: "shaders/attention.comp:12: 'x' undeclared".
unsigned build_compute_program(const ComputeShader& shader);

/// A shader's text with its includes, and the origin of each line, "shaders/attention.comp:12", since drivers lose the file
/// names.
struct ShaderText {
    std::string name;  ///< "shaders/attention.comp"
    std::string text = {};
    std::vector<std::string> places = {};
};

/// The first error of a compiler's log with its origin, in any driver's notation. If the log has no line number, its first line
/// after the shader's name.
std::string first_shader_error(std::string_view log, const ShaderText& shader);

/// The location of a uniform; −1 if it was optimised away.
int uniform(unsigned program, const char* name);

}  // namespace vitrine
