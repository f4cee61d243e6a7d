#pragma once
/// The shape of a tensor and what its axes mean.
///
/// Shape letters used throughout: B batch, S source length, T target length, L either of them, H heads, D d_model, d = D/H,
/// F dim_feedforward, E d_embed, V vocabulary, C classes.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace vitrine {

using Size = std::int64_t;

constexpr int max_rank = 4;

/// The meaning of an axis. `query` and `key` are the two sequence positions of an attention: the query attends to the key.
enum class Axis : std::uint8_t {
    none,
    batch,
    head,
    query,
    key,
    position,
    feature,
    hidden,
    embedding,
    vocabulary,
    output,
    input,
    item,
    category
};

/// The name of an axis on screen and in files, "query" for Axis::query.
std::string_view name(Axis axis);

using Index = std::array<Size, max_rank>;  ///< one cell; entries past the rank are 0

/// Where the cells of a tensor lie in memory: cell (i, j, …) is at i·strides[0] + j·strides[1] + …, in elements.
struct Layout {
    std::uint8_t rank = 0;
    std::array<Axis, max_rank> axes{};
    std::array<Size, max_rank> shape{};
    std::array<Size, max_rank> strides{};

    Size count() const;
    Size offset(const Index& index) const {
        return index[0] * strides[0] + index[1] * strides[1] + index[2] * strides[2] + index[3] * strides[3];
    }
    bool contains(const Index& index) const;
    bool is_row_major() const;

    /// The position of an axis in `axes`, −1 where the tensor has no such axis.
    int find(Axis axis) const;

    /// The same cells with two axes swapped: Kᵀ from K by swapping `key` and `feature`.
    Layout transposed(int first, int second) const;
};

/// The same cells with the last axis moving fastest, whatever the strides were.
Layout row_major(Layout layout);

/// The axes of a layout with other sizes, the last one moving fastest. Requires: a size for each axis.
Layout row_major(Layout layout, std::initializer_list<Size> shape);

/// The index of the cell with this number in row-major order, whatever the strides.
Index index_of(const Layout& layout, Size position);

/// "2×3×5".
std::string shape_text(const Layout& layout);

}  // namespace vitrine
