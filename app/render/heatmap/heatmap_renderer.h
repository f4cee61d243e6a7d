#pragma once
/// The OpenGL behind add_heatmap: the textures tensors are uploaded to, and the heatmaps waiting in this frame's draw lists.

#include <deque>
#include <unordered_map>

#include "app/render/heatmap/heatmap.h"
#include "app/render/heatmap/heatmap_memory.h"
#include "app/render/heatmap/tile_program.h"
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
    std::string tensor{};  ///< for what is said about memory
};

/// Where the cells of a heatmap are in a texture, in elements.
struct CellPlane {
    unsigned texture = 0;
    int width = 0;  ///< 0: no texture
    int base = 0, row_stride = 0, column_stride = 0;
};

class HeatmapRenderer {
public:
    explicit HeatmapRenderer(const HeatmapLimits& limits = {});
    ~HeatmapRenderer();
    HeatmapRenderer(const HeatmapRenderer&) = delete;
    HeatmapRenderer& operator=(const HeatmapRenderer&) = delete;

    /// Prepares one heatmap of this frame, of which `seen` is in sight; what it returns is for draw_heatmap and stays valid until
    /// the next frame.
    void* add(const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style, const Rect& seen);

    /// Where the coming draw lists go: their upper left corner in logical pixels, the framebuffer's size in its own.
    void begin(ImVec2 origin, int width, int height);

    /// A part of what add() has prepared, on nothing: every pixel of the display that lies in the area, which has whole ones.
    Image pixels(const void* waiting, const Rect& area);

    /// What the draw list calls back, with add()'s result as its data.
    static void draw_heatmap(const ImDrawList* list, const ImDrawCmd* command);

    Size uploads() const { return uploads_; }                  ///< how often a small tensor's elements went to the graphics memory
    Size uploaded_bytes() const { return tiles_.uploaded(); }  ///< of tiles' cells, in the last frame

    /// True where another frame would show more of what is in sight.
    bool more_to_come() const;

    /// Frames are built whole from now on, however long that takes: for pictures that are written to files.
    void set_patient(bool patient) { tiles_.set_patient(patient); }

    /// Whether a tensor is too large to be uploaded whole, or not to be had whole, so that it is drawn in tiles.
    bool in_tiles(const TensorView& tensor) const;

    HeatmapMemory memory() const;
    void note_dropped() { tiles_.dropped().clear(); }  ///< what was dropped so far has been said

private:
    struct Waiting {
        HeatmapRenderer* renderer;
        HeatmapLayout layout;
        HeatmapStyle style;
        CellPlane cells, mask;
        std::optional<TiledHeatmap> tiles;  ///< or else it has the planes
    };

    void add_planes(Waiting& heatmap, const HeatmapCells& cells);
    void draw(const Waiting& heatmap) const;
    void set_planes(const Waiting& heatmap) const;
    ElementTexture& texture_of(const TensorView& tensor, const HeatmapCells& cells);
    void upload(ElementTexture& texture, const TensorView& tensor);
    void begin_frame();
    void forget_unused();

    unsigned program_ = 0, vertex_array_ = 0;
    LookUniforms look_;
    struct Uniforms {
        int area, viewport, cells, mask, cells_at, mask_at, count;
    } at_{};
    DrawTarget target_;
    int largest_ = 0;
    int frame_ = -1;
    std::uint64_t clock_ = 0;
    Size uploads_ = 0, bytes_ = 0;
    std::unordered_map<const void*, ElementTexture> textures_;
    std::deque<Waiting> waiting_;
    HeatmapTiles tiles_;
    TileProgram tile_program_;
};

}  // namespace vitrine
