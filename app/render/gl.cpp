#include "app/render/gl.h"

#include <fstream>
#include <regex>
#include <sstream>

#include <epoxy/gl.h>

#include "core/files/program.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

std::string text_of(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text ? text : "";
}

std::filesystem::path find_shader_folder() {
    std::error_code ignored;
    const auto places = data_folders("shaders", "shaders");
    for (const auto& place : places)
        if (std::filesystem::exists(place / "heatmap.frag", ignored)) return place;
    throw Error("no folder of shaders in " + places.front().string() + " or " + places.back().string() +
                ": install the program with cmake --install, or run it from its source tree");
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw Error(path.string() + ": cannot be read");
    return text.str();
}

/// The log of compiling or linking. info: glGetShaderInfoLog or glGetProgramInfoLog; length: the log's length.
template <class GetLog>
std::string log_of(GLuint object, GLint length, GetLog info) {
    std::vector<char> text(static_cast<std::size_t>(length) + 1);
    info(object, length, nullptr, text.data());
    return text.data();
}

/// head: text inserted before the shader's first line.
GLuint compile(const std::string& head, const ShaderText& shader, GLenum type) {
    const GLuint object = glCreateShader(type);
    const std::string text = head + "#line 1\n" + shader.text;
    const char* source = text.c_str();
    glShaderSource(object, 1, &source, nullptr);
    glCompileShader(object);
    GLint compiled = 0, length = 0;
    glGetShaderiv(object, GL_COMPILE_STATUS, &compiled);
    glGetShaderiv(object, GL_INFO_LOG_LENGTH, &length);
    if (compiled) return object;
    const std::string log = log_of(object, length, glGetShaderInfoLog);
    glDeleteShader(object);
    throw Error(first_shader_error(log, shader));
}

/// Appends a file to the text, with each #include "FILE" replaced by that file.
void append_file(const std::filesystem::path& path, ShaderText& shader) {
    constexpr std::string_view directive = "#include \"";
    const std::string name = (path.parent_path().filename() / path.filename()).string();
    std::istringstream lines(read_text(path));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with(directive)) {
            append_file(path.parent_path() / line.substr(directive.size(), line.rfind('"') - directive.size()), shader);
        } else {
            shader.text += line + '\n';
            shader.places.push_back(name + ':' + std::to_string(number));
        }
    }
    shader.name = name;
}

/// before: a file of the same folder whose text comes first; empty: none
GLuint compile_file(const std::filesystem::path& path, GLenum type, const std::string& before) {
    const std::string head = epoxy_is_desktop_gl() ? "#version 330 core\n"
                                                   : "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                                     "precision highp sampler2D;\n";
    ShaderText shader;
    if (!before.empty()) append_file(path.parent_path() / before, shader);
    append_file(path, shader);
    return compile(head, shader, type);
}

void link(GLuint program, const std::string& name) {
    glLinkProgram(program);
    GLint linked = 0, length = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    if (linked) return;
    const std::string log = log_of(program, length, glGetProgramInfoLog);
    glDeleteProgram(program);
    throw Error(first_shader_error(log, {.name = name}));
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
        const bool is_fragment = type == GL_FRAGMENT_SHADER;
        const GLuint shader = compile_file(shader_folder() / (name + ending), static_cast<GLenum>(type), is_fragment ? before : "");
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    link(program, "shaders/" + name);
    return program;
}

unsigned build_compute_program(const ComputeShader& wanted) {
    const auto& folder = wanted.folder.empty() ? shader_folder() : wanted.folder;
    ShaderText text;
    append_file(folder / (wanted.name + ".comp"), text);
    const GLuint shader = compile("#version 430 core\n" + wanted.definitions, text, GL_COMPUTE_SHADER);
    const GLuint program = glCreateProgram();
    glAttachShader(program, shader);
    glDeleteShader(shader);
    link(program, text.name);
    return program;
}

std::string first_shader_error(std::string_view log, const ShaderText& shader) {
    // Mesa: 0:12(3): error: …  NVIDIA: 0(12) : error C0000: …  others: ERROR: 0:12: …
    static const std::regex error(R"(^\s*(?:ERROR: )?\d+[:(](\d+)(?:\(\d+\)|\))?\s*:\s*(?:error(?: C\d+)?:\s*)?(.*?)\s*$)");
    std::istringstream lines{std::string(log)};
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (line.find("warning") != std::string::npos) continue;
        if (first.empty()) first = line;
        if (!std::regex_match(line, found, error)) continue;
        const std::size_t number = std::stoul(found[1]);
        const bool is_known = number >= 1 && number <= shader.places.size();
        return (is_known ? shader.places[number - 1] : shader.name + ':' + found[1].str()) + ": " + found[2].str();
    }
    return shader.name + ": " + (first.empty() ? "the driver gives no reason" : first);
}

int uniform(unsigned program, const char* name) { return glGetUniformLocation(program, name); }

}  // namespace vitrine
