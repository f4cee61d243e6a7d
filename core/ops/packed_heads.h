#pragma once
/// Keys and values in the order in which tiles read them, so that every block of queries finds them ready.

#include <vector>

#include "core/ops/mask_tiles.h"
#include "core/tensor/product_part.h"

namespace vitrine {

/// A block of one head's keys, or of its values.
struct PackedBlock {
    const Scalar* first;  ///< where its first panel begins
    Size panel_columns;   ///< how many numbers a panel has of every step
    Size panel_numbers;   ///< how far panels lie apart
};

class PackedHeads {
public:
    using Memory = std::vector<Scalar, AlignedAllocator<Scalar>>;

    /// key, value: [B, H, k, d], in either order. Takes memory only where there is more to hold than ever before.
    void pack(const Tensor& key, const Tensor& value);

    /// The factors of a block that begins with this key. Keys: panels of tile_columns keys, a step for each feature.
    PackedBlock keys(Size head, Size first) const;
    /// Values: panels of features, a step for each key.
    PackedBlock values(Size head, Size first) const;

    /// Whether all values of the block are: of those alone it is sure that a weight of 0 makes them count for nothing.
    bool is_finite(Size head, Size first) const { return finite_[static_cast<std::size_t>((head * keys_ + first) / key_block)]; }

private:
    void pack_block(const Tensor& key, const Tensor& value, Size head, Size first);
    Size keys_at(Size head, Size first) const { return (head * keys_ + first) * key_width_; }
    Size values_at(Size head, Size first) const { return (head * keys_ + first) * value_columns_; }

    Size keys_ = 0, real_keys_ = 0;  // of a head, in whole blocks and as they are
    Size key_width_ = 0, value_width_ = 0;
    Size value_panel_ = 0, value_columns_ = 0;  // of one panel, and of all panels
    Memory packed_keys_, packed_values_;
    std::vector<std::uint8_t> finite_;
};

}  // namespace vitrine
