#include "app/render/heatmap/tile_plane.h"

#include <algorithm>

#include <epoxy/gl.h>

#include "app/render/device/gpu_cells.h"

namespace vitrine {

namespace {

struct Stride {
    Size step = 0;
    int count = 1;
};

TilePlane plane_of(const TensorView& tensor, Size base, Stride y, Stride x) {
    return {.tensor = tensor, .base = base, .stride_y = y.step, .stride_x = x.step, .height = y.count, .width = x.count};
}

/// The axis of fetched cells with this stride and at least `count` cells; −1 for a single cell.
int axis_of(const Layout& cells, Size stride, int count) {
    for (int axis = 0; count > 1 && axis < cells.rank; ++axis)
        if (cells.strides[axis] == stride && cells.shape[axis] >= count) return axis;
    return -1;
}

Size first_of(const TilePlane& plane, const TileBlock& block) {
    return plane.base + block.y * plane.stride_y + block.x * plane.stride_x;
}

template <class T>
void gather(const TilePlane& plane, const TileBlock& block, float* out) {
    const T* cells = static_cast<const T*>(plane.tensor.data) + first_of(plane, block);
    for (int y = 0; y < block.height; ++y)
        for (int x = 0; x < block.width; ++x) *out++ = static_cast<float>(cells[y * plane.stride_y + x * plane.stride_x]);
}

void gather_resident(const TilePlane& plane, const TileBlock& block, float* out) {
    switch (plane.tensor.type) {
        case ElementType::index:
            return gather<std::int32_t>(plane, block, out);
        case ElementType::mask:
            return gather<std::uint8_t>(plane, block, out);
        default:
            return gather<Scalar>(plane, block, out);
    }
}

void set_texels(const TileBlock& block, unsigned type, const void* texels) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, block.width, block.height, GL_RED, type, texels);
}

/// Uploads the block directly if its memory has the texture's format. Returns whether it has.
bool set_resident(const TilePlane& plane, const TileBlock& block) {
    const ElementType type = plane.tensor.type;
    const bool same_type = plane.is_mask ? type == ElementType::mask : type == ElementType::scalar && sizeof(Scalar) == 4;
    const bool rows = plane.stride_x == 1 && (plane.stride_y >= block.width || block.height == 1);
    if (!same_type || !rows) return false;
    const Size size = plane.is_mask ? 1 : 4;
    glPixelStorei(GL_UNPACK_ALIGNMENT, static_cast<GLint>(size));
    glPixelStorei(GL_UNPACK_ROW_LENGTH, block.height > 1 ? static_cast<GLint>(plane.stride_y) : 0);
    set_texels(block, plane.is_mask ? GL_UNSIGNED_BYTE : GL_FLOAT,
               static_cast<const std::byte*>(plane.tensor.data) + size * first_of(plane, block));
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    return true;
}

struct FetchedBlock {
    Window window;
    int y_axis = -1, x_axis = -1;
};

FetchedBlock fetched_block(const TilePlane& plane, const TileBlock& block) {
    const Layout& layout = plane.tensor.fetched->layout();
    FetchedBlock found{.window = {.first = index_of(layout, first_of(plane, block)), .count = {1, 1, 1, 1}},
                       .y_axis = axis_of(layout, plane.stride_y, plane.height),
                       .x_axis = axis_of(layout, plane.stride_x, plane.width)};
    if (found.y_axis >= 0) found.window.count[found.y_axis] = block.height;
    if (found.x_axis >= 0) found.window.count[found.x_axis] = block.width;
    return found;
}

/// Copies the cells to the texture within the GPU. Returns whether that was possible.
bool copy_on_gpu(const TilePlane& plane, const TileBlock& block, unsigned texture) {
    const auto* cells = dynamic_cast<const GpuCells*>(plane.tensor.fetched);
    if (!cells || plane.is_mask) return false;
    const FetchedBlock from = fetched_block(plane, block);
    const bool copied = cells->copy_to(from.window, {.texture = texture, .row_axis = from.y_axis, .column_axis = from.x_axis});
    glBindTexture(GL_TEXTURE_2D, texture);
    return copied;
}

/// The plane of the mask that belongs to the cells. Along an axis that the mask lacks, all places share one mask cell.
TilePlane mask_plane(const HeatmapCells& cells, bool exchanged) {
    const Layout &mask = cells.mask->layout, &tensor = cells.tensor.layout;
    Size base = 0;
    const Index first = cells.index(0, 0);
    for (int axis = 0; axis < tensor.rank; ++axis) base += first[axis] * mask_stride(mask, tensor, axis);
    Stride y{mask_stride(mask, tensor, cells.row_axis), cells.rows()},
        x{mask_stride(mask, tensor, cells.column_axis), cells.columns()};
    if (exchanged) std::swap(y, x);
    TilePlane plane = plane_of(*cells.mask, base, y, x);
    plane.is_mask = true;
    return plane;
}

}  // namespace

Size mask_stride(const Layout& mask, const Layout& tensor, int axis) {
    const int place = axis < 0 ? -1 : mask.find(tensor.axes[axis]);
    return place < 0 || mask.shape[place] == 1 ? 0 : mask.strides[place];
}

TilePlanes planes_of(const HeatmapCells& cells) {
    const Layout& tensor = cells.tensor.layout;
    const auto stride = [&](int axis) { return axis < 0 ? 0 : tensor.strides[axis]; };
    Stride y{stride(cells.row_axis), cells.rows()}, x{stride(cells.column_axis), cells.columns()};
    TilePlanes planes;
    planes.exchanged = y.count > 1 && (x.count == 1 || y.step < x.step);
    if (planes.exchanged) std::swap(y, x);
    planes.cells = plane_of(cells.tensor, tensor.offset(cells.index(0, 0)), y, x);
    planes.cells.generation = cells.generation;
    planes.cells.name = cells.name;
    if (!cells.mask || !cells.mask->present()) return planes;
    planes.mask = mask_plane(cells, planes.exchanged);
    planes.mask->generation = cells.generation;
    planes.mask->name = planes.cells.name.empty() ? "" : "the mask of " + planes.cells.name;
    return planes;
}

Size texture_bytes(const TilePlane& plane, const TileBlock& block) {
    return Size{plane.is_mask ? 1 : 4} * block.height * block.width;
}

unsigned make_texture(unsigned format, int width, int height, const void* texels) {
    unsigned texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const bool bytes = format == GL_R8;
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, format == GL_RG32F ? GL_RG : GL_RED,
                 bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

void read_cells(const TilePlane& plane, const TileBlock& block, std::vector<float>& cells) {
    cells.resize(static_cast<std::size_t>(block.height) * static_cast<std::size_t>(block.width));
    if (!plane.tensor.fetched) {
        gather_resident(plane, block, cells.data());
    } else if (!plane.is_mask) {
        plane.tensor.fetched->read(fetched_block(plane, block).window, cells.data());
    } else {
        float* out = cells.data();
        const Size first = first_of(plane, block);
        for (int y = 0; y < block.height; ++y)
            for (int x = 0; x < block.width; ++x)
                *out++ = static_cast<float>(plane.tensor.at_offset(first + y * plane.stride_y + x * plane.stride_x));
    }
    if (plane.is_mask) std::ranges::transform(cells, cells.begin(), [](float cell) { return cell == 0 ? 0.0f : 1.0f; });
}

bool is_on_card(const TilePlane& plane) { return dynamic_cast<const GpuCells*>(plane.tensor.fetched) != nullptr; }

unsigned cells_texture(const TilePlane& plane, const TileBlock& block, std::vector<float>& scratch) {
    const unsigned texture = make_texture(plane.is_mask ? GL_R8 : GL_R32F, block.width, block.height);
    try {
        if (plane.tensor.fetched ? copy_on_gpu(plane, block, texture) : set_resident(plane, block)) return texture;
        read_cells(plane, block, scratch);
    } catch (...) {
        glDeleteTextures(1, &texture);
        throw;
    }
    glBindTexture(GL_TEXTURE_2D, texture);  // reading may have bound another texture
    set_texels(block, GL_FLOAT, scratch.data());
    return texture;
}

}  // namespace vitrine
