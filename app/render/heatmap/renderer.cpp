#include "app/render/heatmap/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <epoxy/gl.h>

#include "app/render/gl.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/render/imgui_version.h"

namespace vitrine {

namespace {

struct Clip {
    int left, bottom, width, height;
    bool empty() const { return width <= 0 || height <= 0; }
};

/// A command's clip rectangle in display pixels. OpenGL counts them from the bottom.
Clip clip_of(const ImDrawCmd& command, const ImDrawData& data, int width, int height) {
    const ImVec2 origin = data.DisplayPos, scale = data.FramebufferScale;
    const auto pixel = [](float x, float from, float by, int most) {
        return std::clamp(static_cast<int>(std::lround((x - from) * by)), 0, most);
    };
    const int left = pixel(command.ClipRect.x, origin.x, scale.x, width),
              top = pixel(command.ClipRect.y, origin.y, scale.y, height);
    const int right = pixel(command.ClipRect.z, origin.x, scale.x, width),
              end = pixel(command.ClipRect.w, origin.y, scale.y, height);
    return {left, height - end, right - left, end - top};
}

/// Sets where the vertices from number `first` on are in the bound buffer. OpenGL ES 3.0 does not have glDrawElementsBaseVertex.
void set_attributes(std::size_t first) {
    constexpr GLsizei stride = sizeof(ImDrawVert);
    const auto offset = [first](std::size_t bytes) { return reinterpret_cast<const void*>(first * sizeof(ImDrawVert) + bytes); };
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, offset(offsetof(ImDrawVert, pos)));
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride, offset(offsetof(ImDrawVert, uv)));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, offset(offsetof(ImDrawVert, col)));
}

}  // namespace

Renderer::Renderer(const HeatmapLimits& limits)
    : program_(build_program("interface")), heatmaps_(std::make_unique<HeatmapRenderer>(limits)) {
    projection_ = uniform(program_, "u_projection");
    glGenVertexArrays(1, &vertex_array_);
    glBindVertexArray(vertex_array_);
    for (const GLuint attribute : {0u, 1u, 2u}) glEnableVertexAttribArray(attribute);
    glGenBuffers(1, &vertices_);
    glGenBuffers(1, &indices_);
    glGenTextures(1, &font_texture_);
}

Renderer::~Renderer() {
    glDeleteTextures(1, &font_texture_);
    glDeleteBuffers(1, &indices_);
    glDeleteBuffers(1, &vertices_);
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
}

void Renderer::set_fonts(ImFontAtlas& atlas) {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    glBindTexture(GL_TEXTURE_2D, font_texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    atlas.SetTexID(imgui::texture_id(font_texture_));
    atlas.ClearTexData();
}

void Renderer::bind_window() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

void Renderer::prepare(const ImDrawData& data, int width, int height) const {
    glViewport(0, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(program_);
    const ImVec2 origin = data.DisplayPos, size = data.DisplaySize;
    glUniform4f(projection_, 2 / size.x, -2 / size.y, -1 - 2 * origin.x / size.x, 1 + 2 * origin.y / size.y);
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_);
}

void Renderer::draw(const ImDrawData& data, ImU32 background) {
    const int width = static_cast<int>(std::lround(data.DisplaySize.x * data.FramebufferScale.x));
    const int height = static_cast<int>(std::lround(data.DisplaySize.y * data.FramebufferScale.y));
    if (width <= 0 || height <= 0) return;
    const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(background);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(colour.x, colour.y, colour.z, colour.w);
    glClear(GL_COLOR_BUFFER_BIT);
    heatmaps_->begin(data.DisplayPos, width, height);
    prepare(data, width, height);
    for (int i = 0; i < data.CmdListsCount; ++i) draw_list(*data.CmdLists[i], data, width, height);
    glDisable(GL_SCISSOR_TEST);
}

void Renderer::draw_list(const ImDrawList& list, const ImDrawData& data, int width, int height) const {
    const auto bytes = [](const auto& buffer) { return static_cast<GLsizeiptr>(buffer.size_in_bytes()); };
    glBufferData(GL_ARRAY_BUFFER, bytes(list.VtxBuffer), list.VtxBuffer.Data, GL_STREAM_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(list.IdxBuffer), list.IdxBuffer.Data, GL_STREAM_DRAW);
    set_attributes(0);
    unsigned first_vertex = 0;
    for (const ImDrawCmd& command : list.CmdBuffer) {
        const Clip clip = clip_of(command, data, width, height);
        if (command.UserCallback == ImDrawCallback_ResetRenderState) prepare(data, width, height);
        if (command.UserCallback == ImDrawCallback_ResetRenderState || clip.empty()) continue;
        glScissor(clip.left, clip.bottom, clip.width, clip.height);
        if (command.UserCallback) {
            command.UserCallback(&list, &command);
            prepare(data, width, height);
            continue;
        }
        if (command.VtxOffset != first_vertex) set_attributes(first_vertex = command.VtxOffset);
        glBindTexture(GL_TEXTURE_2D, imgui::texture_name(command.GetTexID()));
        constexpr GLenum index_type = sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(command.ElemCount), index_type,
                       reinterpret_cast<const void*>(command.IdxOffset * sizeof(ImDrawIdx)));
    }
}

}  // namespace vitrine
