#pragma once
/// Draws what Dear ImGui and our widgets put into draw lists. Its own, so that heatmaps interleave and the shaders are ours.

#include <memory>

#include <imgui.h>

#include "app/render/heatmap/heatmap_limits.h"

namespace vitrine {

class HeatmapRenderer;

/// Needs a current context from its first to its last moment.
class Renderer {
public:
    explicit Renderer(const HeatmapLimits& limits = {});
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Takes the glyphs of a built atlas; again after every build.
    void set_fonts(ImFontAtlas& atlas);

    /// Draws to the bound framebuffer, the whole of which becomes `background` first. FramebufferScale tells the display's pixels.
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
