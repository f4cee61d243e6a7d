#pragma once
/// The OpenGL behind add_heatmap: the textures tensors are uploaded to, and the heatmaps waiting in this frame's draw lists.

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "app/render/heatmap.h"
#include "app/render/image.h"

namespace vitrine {

/// A tensor's elements in the order of its memory, element i at (i % width, i / width).
struct ElementTexture {
    unsigned name = 0;
    int width = 0, height = 0;
    Size count = 0;
    ElementType type = ElementType::scalar;
    std::uint64_t generation = 0;
    std::uint64_t last_used = 0;
};

/// Where the cells of a heatmap are in a texture, in elements.
struct CellPlane {
    unsigned texture = 0;
    int width = 0;  ///< 0: no texture
    int base = 0, row_stride = 0, column_stride = 0;
};

class HeatmapRenderer {
public:
    HeatmapRenderer();
    ~HeatmapRenderer();
    HeatmapRenderer(const HeatmapRenderer&) = delete;
    HeatmapRenderer& operator=(const HeatmapRenderer&) = delete;

    /// Prepares one heatmap of this frame; what it returns is for draw_heatmap and stays valid until the next frame.
    void* add(const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style);

    /// Where the coming draw lists go: their upper left corner in logical pixels, the framebuffer's size in its own.
    void begin(ImVec2 origin, int width, int height);

    /// A part of what add() has prepared, on nothing: every pixel of the display that lies in the area, which has whole ones.
    Image pixels(const void* waiting, const Rect& area);

    /// What the draw list calls back, with add()'s result as its data.
    static void draw_heatmap(const ImDrawList* list, const ImDrawCmd* command);

    /// Bytes of texture beyond which tensors that were not drawn for a while are forgotten.
    static constexpr Size budget = Size{256} << 20;

    Size uploads() const { return uploads_; }  ///< how often elements went to the graphics memory

private:
    struct Waiting {
        HeatmapRenderer* renderer;
        HeatmapLayout layout;
        HeatmapStyle style;
        CellPlane cells, mask;
    };

    void draw(const Waiting& heatmap) const;
    void set_planes(const Waiting& heatmap) const;
    void set_style(const HeatmapStyle& style) const;
    ElementTexture& texture_of(const TensorView& tensor, std::uint64_t generation);
    void upload(ElementTexture& texture, const TensorView& tensor);
    void begin_frame();
    void forget_unused();

    unsigned program_ = 0, vertex_array_ = 0;
    struct Uniforms {
        int area, viewport, cells, mask, cells_at, mask_at, count, pitch, gap, pixel, scale, range, curve, masked;
        int minus, zero, plus, hatch, mark, opacity;
    } at_{};
    ImVec2 origin_{0, 0};
    int width_ = 0, height_ = 0, largest_ = 0;
    int frame_ = -1;
    std::uint64_t clock_ = 0;
    Size uploads_ = 0, bytes_ = 0;
    std::unordered_map<const void*, ElementTexture> textures_;
    std::deque<Waiting> waiting_;
};

}  // namespace vitrine
