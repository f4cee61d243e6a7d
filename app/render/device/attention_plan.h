#pragma once
/// How one attention is laid out in the memory of a graphics card. A plane is one head of one sentence.

#include <cstdint>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// What the compute shaders of attention are written for: a vec4's bytes, the rows of a tile, the cells of a work group, and how
/// many groups OpenGL starts at least.
namespace attention_shader {
inline constexpr Size vector_bytes = 16, tile = 64, group = 256, most_groups = 65'535;

/// For OpenGL's functions, which take int.
inline int integer(Size number) { return static_cast<int>(number); }
}  // namespace attention_shader

struct AttentionShape {
    Size sentences = 1, heads = 1, queries = 1, keys = 1, width = 1;

    Size planes() const { return sentences * heads; }
    bool operator==(const AttentionShape&) const = default;
};

enum class AttentionStorage : std::uint8_t {
    keep,    ///< scores, masked scores and weights stay on the card
    stream,  ///< nothing that grows with queries × keys is stored: windows of it are recomputed
};

/// What is computed at once and, where it is kept, stored in one buffer: whole planes, or rows of a single one.
struct AttentionPiece {
    Size first_plane = 0, planes = 1, first_query = 0, queries = 1;

    Size rows() const { return planes * queries; }
};

/// Widths are filled up to whole vec4s, planes to 256 bytes, so that a shader may be given any plane first.
class CardPlan {
public:
    /// The pieces are such that none needs more than block_limit bytes of one buffer, or more than work_limit multiplications.
    /// Throws Error where a head is wider than 128, or a single row or plane is beyond the limit.
    struct Limits {
        Size block = Size{128} << 20, work = Size{1} << 35;
    };
    CardPlan(const AttentionShape& shape, AttentionStorage storage, const Limits& limits);

    const AttentionShape shape;
    const AttentionStorage storage;
    const Size width;         ///< of a head, in vec4s
    const Size query_stride;  ///< from plane to plane of queries and context, in vec4s
    const Size key_stride;    ///< of keys and values
    const Size pitch;         ///< from row to row of what is kept, in vec4s
    const std::vector<AttentionPiece> pieces;
};

/// Bytes of graphics memory at the most, while it is computed and, with `keep`, afterwards. Without a mask the masked scores are
/// the scores.
Size attention_bytes(const AttentionShape& shape, AttentionStorage storage, bool has_mask = true);

}  // namespace vitrine
