#include "app/render/device/attention_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/render/device/gpu.h"

namespace vitrine {

namespace {

constexpr Size widest_head = 128, most_planes = 65'535, rows_at_once = 64;
constexpr Size vectors_aligned = 16;

Size round_up(Size number, Size to) { return (number + to - 1) / to * to; }
Size vectors_of(Size cells) { return (cells + 3) / 4; }
Size plane_stride(Size length, Size width) { return round_up(length * vectors_of(width), vectors_aligned); }

/// Cuts each plane into pieces of at most `rows` rows.
std::vector<AttentionPiece> cut_rows(const AttentionShape& shape, Size rows) {
    std::vector<AttentionPiece> pieces;
    for (Size plane = 0; plane < shape.planes(); ++plane) {
        for (Size first = 0; first < shape.queries; first += rows)
            pieces.push_back({plane, 1, first, std::min(rows, shape.queries - first)});
    }
    return pieces;
}

std::vector<AttentionPiece> cut(const AttentionShape& shape, AttentionStorage storage, const CardPlan::Limits& limits) {
    if (shape.width > widest_head)
        throw Error(fmt::format("heads {} wide: the graphics card computes up to {}", shape.width, widest_head));
    const Size longest =
        std::max(plane_stride(shape.queries, shape.width), plane_stride(shape.keys, shape.width)) * attention_shader::vector_bytes;
    const Size row_bytes = storage == AttentionStorage::keep ? vectors_of(shape.keys) * attention_shader::vector_bytes : 0;
    const Size row_work = 2 * shape.keys * shape.width;
    if (longest > limits.block || row_bytes > limits.block || shape.planes() * shape.queries * 8 > limits.block) {
        throw Error(
            fmt::format("attention of {}×{}×{}×{}: one part of it is beyond the {} that the graphics driver lets a shader see",
                        shape.sentences, shape.heads, shape.queries, shape.keys, bytes_text(limits.block)));
    }
    Size planes = std::min({most_planes, limits.block / longest, limits.work / (shape.queries * row_work)});
    if (row_bytes > 0) planes = std::min(planes, limits.block / (shape.queries * row_bytes));
    if (planes < 1) {
        const Size fitting = row_bytes > 0 ? limits.block / row_bytes : shape.queries;
        const Size rows = std::min(fitting, std::max(rows_at_once, limits.work / row_work));
        return cut_rows(shape, rows < rows_at_once ? rows : rows / rows_at_once * rows_at_once);
    }
    std::vector<AttentionPiece> pieces;
    for (Size first = 0; first < shape.planes(); first += planes)
        pieces.push_back({first, std::min(planes, shape.planes() - first), 0, shape.queries});
    return pieces;
}

}  // namespace

CardPlan::CardPlan(const AttentionShape& of, AttentionStorage how, const Limits& limits)
    : shape(of),
      storage(how),
      width(vectors_of(of.width)),
      query_stride(plane_stride(of.queries, of.width)),
      key_stride(plane_stride(of.keys, of.width)),
      pitch(vectors_of(of.keys)),
      pieces(cut(of, how, limits)) {}

Size attention_bytes(const AttentionShape& shape, AttentionStorage storage, bool has_mask) {
    const Size rows = shape.planes() * shape.queries;
    const Size operands = 2 * (plane_stride(shape.queries, shape.width) + plane_stride(shape.keys, shape.width)) * shape.planes();
    const Size hidden = shape.sentences * (shape.queries + shape.keys);
    const Size grids = storage == AttentionStorage::stream ? 0 : (has_mask ? 3 : 2) * rows * vectors_of(shape.keys);
    return (operands + grids) * attention_shader::vector_bytes + 8 * rows + 4 * hidden;
}

}  // namespace vitrine
