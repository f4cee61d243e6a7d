#pragma once
/// Keys and values packed once in the order in which tiles read them, for all blocks of queries.

#include "core/ops/blocked/mask_tiles.h"
#include "core/tensor/product_part.h"

namespace vitrine {

/// A packed block of the keys or of the values of one head.
struct PackedBlock {
    const Scalar* first;  ///< start of the first panel
    Size panel_columns;   ///< numbers of a panel per step of the summed axis
    Size panel_numbers;   ///< distance between the starts of panels
};

class PackedHeads {
public:
    using Memory = std::vector<Scalar, AlignedAllocator<Scalar>>;

    /// key, value: [B, H, k, d], in either memory order. Allocates only where there is more to hold than before.
    void pack(const Tensor& key, const Tensor& value);

    /// The block of keys that starts at key `first`: panels of tile_columns keys, one step per feature. `head` counts over all
    /// sentences.
    PackedBlock keys(Size head, Size first) const;
    /// The block of values that starts at key `first`: panels of features, one step per key.
    PackedBlock values(Size head, Size first) const;

    /// Whether all values of the block are finite. Only then a weight of 0 contributes exactly 0.
    bool is_finite(Size head, Size first) const { return finite_[static_cast<std::size_t>((head * keys_ + first) / key_block)]; }

private:
    void pack_block(const Tensor& key, const Tensor& value, Size head, Size first);
    Size keys_at(Size head, Size first) const { return (head * keys_ + first) * key_width_; }
    Size values_at(Size head, Size first) const { return (head * keys_ + first) * value_columns_; }

    Size keys_ = 0, real_keys_ = 0;  // keys per head: rounded up to whole blocks, and the exact number
    Size key_width_ = 0, value_width_ = 0;
    Size value_panel_ = 0, value_columns_ = 0;  // columns of one panel, and of all panels
    Memory packed_keys_, packed_values_;
    std::vector<std::uint8_t> finite_;
};

}  // namespace vitrine
