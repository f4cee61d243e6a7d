#pragma once
/// Small things around OpenGL: what it is here, shaders, and the owner of its objects. epoxy itself is included by .cpp files only.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// What draws, for `vitrine doctor`. Needs a current context.
struct GlInfo {
    std::string version, renderer, vendor;
    bool compute = false;  ///< 4.3: compute shaders and storage blocks
};
GlInfo gl_info();

/// The folder of shaders: of the source tree, of the installed place or beside the program. Throws Error where there is none.
const std::filesystem::path& shader_folder();

/// Compiles and links shaders/NAME.vert and shaders/NAME.frag, whose first line, the version, is added here: 330 core, or 300 es
/// where the context is one. The text of shaders/BEFORE, if one is named, stands before that of NAME.frag. Throws Error with the
/// compiler's words.
unsigned build_program(const std::string& name, const std::string& before = "");

/// shaders/NAME.comp, with lines such as "#define WIDE" in front of it. Files that it includes lie beside it.
struct ComputeShader {
    std::string name;
    std::string definitions = {};
    std::filesystem::path folder = {};  ///< empty: shader_folder()
};

/// Compiles and links a compute shader of OpenGL 4.3, whose first line, the version, is added here. Throws Error with the line that
/// the compiler objects to: "shaders/attention.comp:12: 'x' undeclared".
unsigned build_compute_program(const ComputeShader& shader);

/// A shader with what it includes, and for each line of it where it stands: "shaders/attention.comp:12". Drivers lose the names.
struct ShaderText {
    std::string name;  ///< "shaders/attention.comp"
    std::string text = {};
    std::vector<std::string> places = {};
};

/// The first error of a compiler's log with its place, whatever way the driver has of naming the line. Without a place in the log,
/// its first line behind the shader's name.
std::string first_shader_error(std::string_view log, const ShaderText& shader);

/// Where a uniform of a program is, −1 where it was optimised away.
int uniform(unsigned program, const char* name);

}  // namespace vitrine
