#pragma once
/// Lays out one attention in the memory of a graphics card. A plane is one head of one sentence.

#include <cstdint>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// Constants of the attention shaders: the bytes of a vec4, the rows of a tile, the cells of a work group, and the number of groups
/// that every OpenGL can start.
namespace attention_shader {
inline constexpr Size vector_bytes = 16, tile = 64, group = 256, most_groups = 65'535;

/// A number as int, for OpenGL functions.
inline int integer(Size number) { return static_cast<int>(number); }
}  // namespace attention_shader

struct AttentionShape {
    Size sentences = 1, heads = 1, queries = 1, keys = 1, width = 1;

    Size planes() const { return sentences * heads; }
    bool operator==(const AttentionShape&) const = default;
};

enum class AttentionStorage : std::uint8_t {
    keep,    ///< scores, masked scores and weights stay on the card
    stream,  ///< nothing of size queries × keys is stored: windows are recomputed when read
};

/// A part that is computed at once and, with `keep`, stored in one buffer: whole planes, or rows of a single plane.
struct AttentionPiece {
    Size first_plane = 0, planes = 1, first_query = 0, queries = 1;

    Size rows() const { return planes * queries; }
};

/// The plan of one attention. Widths are padded to whole vec4s and planes to 256 bytes, so that a shader may start at any plane.
class CardPlan {
public:
    /// The limits of a piece: the bytes of one buffer, and the number of multiplications. The constructor throws Error if a head is
    /// wider than 128, or a single row or plane exceeds a limit.
    struct Limits {
        Size block = Size{128} << 20, work = Size{1} << 35;
    };
    CardPlan(const AttentionShape& shape, AttentionStorage storage, const Limits& limits);

    const AttentionShape shape;
    const AttentionStorage storage;
    const Size width;         ///< of a head, in vec4s
    const Size query_stride;  ///< from plane to plane of queries and context, in vec4s
    const Size key_stride;    ///< of keys and values
    const Size pitch;         ///< from row to row of kept buffers, in vec4s
    const std::vector<AttentionPiece> pieces;
};

/// The most bytes of graphics memory in use during the computation and, with `keep`, afterwards. Without a mask, the masked
/// scores are the scores.
Size attention_bytes(const AttentionShape& shape, AttentionStorage storage, bool has_mask = true);

}  // namespace vitrine
