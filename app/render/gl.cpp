#include "app/render/gl.h"

#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include <epoxy/gl.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

std::string text_of(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text ? text : "";
}

std::filesystem::path find_shader_folder() {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    // The installed program uses what was installed with it, the one that was just built the source tree's.
    const std::array<std::filesystem::path, 3> places{program / "../share/vitrine/shaders", VITRINE_SOURCE_DIR "/shaders",
                                                      VITRINE_DATA_DIR "/shaders"};
    for (const auto& place : places)
        if (std::filesystem::exists(place / "heatmap.frag", ignored)) return place;
    throw Error("no folder of shaders in " + places.front().lexically_normal().string() + " or " + places.back().string() +
                ": install the program with cmake --install, or run it from its source tree");
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw Error(path.string() + ": cannot be read");
    return text.str();
}

/// What compiling or linking said: info is glGetShaderInfoLog or glGetProgramInfoLog, length what there is.
template <class GetLog>
std::string log_of(GLuint object, GLint length, GetLog info) {
    std::vector<char> text(static_cast<std::size_t>(length) + 1);
    info(object, length, nullptr, text.data());
    return text.data();
}

GLuint compile(const std::filesystem::path& path, GLenum type, const std::string& before) {
    const bool desktop = epoxy_is_desktop_gl();
    const std::string text = (desktop ? "#version 330 core\n"
                                      : "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                        "precision highp sampler2D;\n") +
                             (before.empty() ? "" : "#line 1 1\n" + read_text(shader_folder() / before)) +
                             ("#line 1 0\n" + read_text(path));
    const GLuint shader = glCreateShader(type);
    const char* source = text.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint compiled = 0, length = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    if (!compiled) throw Error(path.string() + ": " + log_of(shader, length, glGetShaderInfoLog));
    return shader;
}

}  // namespace

GlInfo gl_info() {
    const int needed = epoxy_is_desktop_gl() ? 43 : 31;
    return {text_of(GL_VERSION), text_of(GL_RENDERER), text_of(GL_VENDOR), epoxy_gl_version() >= needed};
}

const std::filesystem::path& shader_folder() {
    static const std::filesystem::path folder = find_shader_folder();
    return folder;
}

unsigned build_program(const std::string& name, const std::string& before) {
    const GLuint program = glCreateProgram();
    for (const auto& [type, ending] : {std::pair{GL_VERTEX_SHADER, ".vert"}, std::pair{GL_FRAGMENT_SHADER, ".frag"}}) {
        const GLuint shader =
            compile(shader_folder() / (name + ending), static_cast<GLenum>(type), type == GL_FRAGMENT_SHADER ? before : "");
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint linked = 0, length = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    if (!linked) throw Error("shaders/" + name + ": " + log_of(program, length, glGetProgramInfoLog));
    return program;
}

int uniform(unsigned program, const char* name) { return glGetUniformLocation(program, name); }

}  // namespace vitrine
