#pragma once
/// Cells in the memory of a GPU, which can be drawn without reading them back.

#include <vector>

#include "core/tensor/cached_cells.h"

namespace vitrine {

/// The target of a block of cells: a texture with one float per texel, of the block's size.
struct TextureTarget {
    unsigned texture = 0;
    int row_axis = -1, column_axis = -1;  ///< axes of the tensor; −1: a single row, or column
};

/// Derived classes say on which threads their cells may be read. There may be more than one such thread.
class GpuCells : public CachedCells {
public:
    /// Writes a window that is one cell along all but two axes to level 0 of a texture (GL_R32F). Returns false if these cells have
    /// to be read instead, for example if they are not contiguous along the column axis. Leaves no buffer bound to
    /// GL_PIXEL_UNPACK_BUFFER and the pixel storage modes at their defaults. Requires: a current OpenGL context. Throws Error if
    /// the cells are lost.
    virtual bool copy_to(const Window& window, const TextureTarget& target) const = 0;

    /// Computed on the GPU from copies of the cells. Only summaries of squares of cells are read back.
    Statistics summary() const override;

protected:
    /// Copies rows of cells of a buffer, `stride` cells apart, to texels of the bound texture.
    struct BufferRows {
        unsigned buffer = 0;
        Size first = 0, stride = 0;  ///< in cells
        int row = 0, rows = 1;       ///< of the texture
    };
    static void copy_rows(const BufferRows& rows, int columns);
};

/// Row-major cells in one buffer object, or in several of `cells_per_buffer` cells each, of which the last may be shorter. To be
/// read where the buffers' OpenGL context, or one that shares its objects, is current. The caller owns the buffers. After writing
/// to them from a shader, the caller has to call glMemoryBarrier with the bits of pixel buffers and buffer updates.
class BufferCells : public GpuCells {
public:
    BufferCells(const Layout& shape, std::vector<unsigned> buffers, Size cells_per_buffer);

    const Layout& layout() const override { return layout_; }
    bool is_recomputed() const override { return false; }
    bool copy_to(const Window& window, const TextureTarget& target) const override;

protected:
    void read_window(const Window& window, float* cells) const override;

private:
    void read_run(Size first, Size count, float* cells) const;
    unsigned buffer_of(Size cell) const;

    Layout layout_;
    std::vector<unsigned> buffers_;
    Size cells_per_buffer_;
};

}  // namespace vitrine
