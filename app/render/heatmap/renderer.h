#pragma once
/// Draws Dear ImGui's draw lists, with heatmaps in between, using its own shaders.

#include <memory>

#include <imgui.h>

#include "app/render/heatmap/heatmap_limits.h"

namespace vitrine {

class HeatmapRenderer;

/// Requires: a current context as long as the object lives.
class Renderer {
public:
    explicit Renderer(const HeatmapLimits& limits = {});
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Uploads the glyphs of a built atlas. To be called after every build.
    void set_fonts(ImFontAtlas& atlas);

    /// Draws to the bound framebuffer, after filling it with `background`. FramebufferScale is the display's pixels per logical
    /// pixel.
    void draw(const ImDrawData& data, ImU32 background);

    /// Draws to the window rather than to a Framebuffer from now on.
    static void bind_window();

    HeatmapRenderer& heatmaps() { return *heatmaps_; }
    const HeatmapRenderer& heatmaps() const { return *heatmaps_; }

private:
    void prepare(const ImDrawData& data, int width, int height) const;
    void draw_list(const ImDrawList& list, const ImDrawData& data, int width, int height) const;

    unsigned program_ = 0, vertex_array_ = 0, vertices_ = 0, indices_ = 0, font_texture_ = 0;
    int projection_ = -1;
    std::unique_ptr<HeatmapRenderer> heatmaps_;
};

}  // namespace vitrine
