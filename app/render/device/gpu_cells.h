#pragma once
/// Cells in the memory of a GPU: what draws them need not bring them back.

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "core/tensor/statistics_summarised.h"

namespace vitrine {

/// Where a block of cells goes: a texture with one float per texel, of the block's size, from its corner on.
struct TextureTarget {
    unsigned texture = 0;
    int row_axis = -1, column_axis = -1;  ///< of the tensor; −1: a single row, or column
};

/// Where their cells may be asked for, those who derive from it say; more than one thread may do so.
class GpuCells : public SummarisedCells {
public:
    /// Bringing one cell back takes as long as bringing thousands: the blocks around those asked for last are kept.
    void read(const Window& window, float* cells) const final;

    /// Writes a window that is one cell along all but two axes to level 0 of a texture (GL_R32F). False where these cells have to
    /// be read instead, as those that do not lie side by side along the column axis. Leaves no buffer bound to
    /// GL_PIXEL_UNPACK_BUFFER and the pixel storage modes as they were at first. Needs a current OpenGL context. Throws Error where
    /// the cells are no longer to be had.
    virtual bool copy_to(const Window& window, const TextureTarget& target) const = 0;

    /// From copies of the cells on the GPU, of which only what is true of squares of them comes back.
    Statistics summary() const override;

protected:
    /// What read() does, by its words in FetchedCells, without keeping anything.
    virtual void read_window(const Window& window, float* cells) const = 0;

    /// The cells have changed: what is kept of them no longer holds.
    void forget();

    /// Rows of cells of a buffer, `stride` cells apart, to texels of the bound texture.
    struct BufferRows {
        unsigned buffer = 0;
        Size first = 0, stride = 0;  ///< in cells
        int row = 0, rows = 1;       ///< of the texture
    };
    static void copy_rows(const BufferRows& rows, int columns);

private:
    struct Block {
        Window window;
        std::vector<float> cells{};
    };
    float read_cell(const Index& cell) const;
    std::optional<float> known_cell(const Index& cell) const;
    Block block_around(const Index& cell) const;

    mutable std::mutex mutex_;
    mutable std::deque<Block> blocks_;  ///< the last one read in front
};

/// Row-major cells in one buffer object, or in several that each hold as many of them, but the last; asked for where the buffers'
/// OpenGL context, or one that shares its objects, is current. The buffers belong to somebody else. Whoever writes to them from a
/// shader has to call glMemoryBarrier with the bits of pixel buffers and buffer updates after it.
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
