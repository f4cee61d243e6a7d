#pragma once
/// The OpenGL part of add_heatmap: the textures that tensors are uploaded to, and the heatmaps waiting in this frame's draw
/// lists.

#include <deque>
#include <unordered_map>

#include "app/render/heatmap/heatmap.h"
#include "app/render/heatmap/heatmap_memory.h"
#include "app/render/heatmap/tile_program.h"
#include "app/render/image.h"

namespace vitrine {

/// A tensor's elements in memory order: element i is at (i % width, i / width).
struct ElementTexture {
    unsigned name = 0;
    int width = 0, height = 0;
    Size count = 0;
    ElementType type = ElementType::scalar;
    std::uint64_t generation = 0;
    std::uint64_t last_used = 0;
    std::string tensor{};  ///< the tensor's name, for messages about memory
};

/// Where a heatmap's cells lie in a texture, in elements.
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

    /// Prepares one heatmap of this frame. `seen`: its visible part. The result is for draw_heatmap, and valid until the next
    /// frame.
    void* add(const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style, const Rect& seen);

    /// Sets the target of the coming draw lists: their upper left corner in logical pixels, and the framebuffer's size in its own
    /// pixels.
    void begin(ImVec2 origin, int width, int height);

    /// Part of a heatmap prepared by add(), on a transparent background: every display pixel in `area`. Requires: `area` is on
    /// whole pixels.
    Image pixels(const void* waiting, const Rect& area);

    /// The draw list's callback, with add()'s result as its data.
    static void draw_heatmap(const ImDrawList* list, const ImDrawCmd* command);

    Size uploads() const { return uploads_; }                  ///< number of uploads of small tensors
    Size uploaded_bytes() const { return tiles_.uploaded(); }  ///< of tiles, in the last frame

    /// Whether another frame would show more detail.
    bool more_to_come() const;

    /// Sets whether frames are built completely, however long that takes. Used for pictures written to files.
    void set_patient(bool patient) { tiles_.set_patient(patient); }

    /// Whether a tensor is drawn in tiles, because it is too large to be uploaded whole or cannot be read whole.
    bool in_tiles(const TensorView& tensor) const;

    HeatmapMemory memory() const;
    void note_dropped() { tiles_.dropped().clear(); }  ///< empties HeatmapMemory::dropped after it was reported

private:
    struct Waiting {
        HeatmapRenderer* renderer;
        HeatmapLayout layout;
        HeatmapStyle style;
        CellPlane cells, mask;
        std::optional<TiledHeatmap> tiles;  ///< nothing: drawn from `cells` and `mask`
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
