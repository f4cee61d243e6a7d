#include "app/render/device/gpu_cells.h"

#include <algorithm>

#include <epoxy/gl.h>

#include "app/render/device/gpu_cells_summary.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr Size cell_bytes = sizeof(float);

Layout row_major_of(Layout layout) {
    Size stride = 1;
    for (int axis = layout.rank; axis-- > 0; stride *= layout.shape[static_cast<std::size_t>(axis)])
        layout.strides[static_cast<std::size_t>(axis)] = stride;
    return layout;
}

void read_buffer(unsigned buffer, Size first, Size count, float* cells) {
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    if (epoxy_is_desktop_gl()) {
        glGetBufferSubData(GL_COPY_READ_BUFFER, first * cell_bytes, count * cell_bytes, cells);
    } else if (const void* mapped =
                   glMapBufferRange(GL_COPY_READ_BUFFER, first * cell_bytes, count * cell_bytes, GL_MAP_READ_BIT)) {
        std::copy_n(static_cast<const float*>(mapped), count, cells);
        glUnmapBuffer(GL_COPY_READ_BUFFER);
    } else {
        throw Error("the graphics driver does not give back the cells of a buffer");
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
}

}  // namespace

void GpuCells::copy_rows(const BufferRows& rows, int columns) {
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, rows.buffer);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(rows.rows > 1 ? rows.stride : 0));
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows.row, columns, rows.rows, GL_RED, GL_FLOAT,
                    reinterpret_cast<const void*>(static_cast<std::uintptr_t>(rows.first * cell_bytes)));
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

Statistics GpuCells::summary() const { return summary_of(*this); }

BufferCells::BufferCells(const Layout& shape, std::vector<unsigned> buffers, Size cells_per_buffer)
    : layout_(row_major_of(shape)), buffers_(std::move(buffers)), cells_per_buffer_(cells_per_buffer) {}

unsigned BufferCells::buffer_of(Size cell) const {
    const auto place = static_cast<std::size_t>(cell / cells_per_buffer_);
    if (place >= buffers_.size() || buffers_[place] == 0) throw Error("the buffer of these cells is no longer there");
    return buffers_[place];
}

void BufferCells::read_run(Size first, Size count, float* cells) const {
    while (count > 0) {
        const Size within = first % cells_per_buffer_, part = std::min(count, cells_per_buffer_ - within);
        read_buffer(buffer_of(first), within, part, cells);
        first += part, count -= part, cells += part;
    }
}

void BufferCells::read_window(const Window& window, float* cells) const {
    const Size row = layout_.rank > 0 ? window.count[static_cast<std::size_t>(layout_.rank - 1)] : 1;
    Size run_first = 0, run_count = 0;  // adjacent rows of the buffer are read at once
    for (Size cell = 0; cell < window.cells(); cell += row) {
        const Size first = layout_.offset(cell_of(window, cell));
        if (run_count > 0 && first != run_first + run_count) {
            read_run(run_first, run_count, cells);
            cells += run_count, run_count = 0;
        }
        if (run_count == 0) run_first = first;
        run_count += row;
    }
    read_run(run_first, run_count, cells);
}

bool BufferCells::copy_to(const Window& window, const TextureTarget& target) const {
    const auto along = [](int axis, const auto& of, Size without) {
        return axis < 0 ? without : of[static_cast<std::size_t>(axis)];
    };
    const auto rows = static_cast<int>(along(target.row_axis, window.count, 1));
    const auto columns = static_cast<int>(along(target.column_axis, window.count, 1));
    const Size stride = along(target.row_axis, layout_.strides, 0), first = layout_.offset(window.first);
    if (columns > 1 && along(target.column_axis, layout_.strides, 1) != 1) return false;
    if (rows > 1 && stride < columns) return false;
    const auto straddles = [&](int row) {
        const Size begin = first + row * stride;
        return begin / cells_per_buffer_ != (begin + columns - 1) / cells_per_buffer_;
    };
    for (int row = 0; row < rows; ++row)
        if (straddles(row)) return false;
    glBindTexture(GL_TEXTURE_2D, target.texture);
    for (int row = 0; row < rows;) {
        const Size begin = first + row * stride, left = cells_per_buffer_ - begin % cells_per_buffer_;
        const Size fitting = stride > 0 ? (left - columns) / stride + 1 : rows;
        const int part = static_cast<int>(std::min<Size>(rows - row, fitting));
        copy_rows({buffer_of(begin), begin % cells_per_buffer_, stride, row, part}, columns);
        row += part;
    }
    return true;
}

}  // namespace vitrine
