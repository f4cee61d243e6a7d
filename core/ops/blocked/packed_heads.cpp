#include "core/ops/blocked/packed_heads.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

using namespace product_parts;

void PackedHeads::pack(const Tensor& key, const Tensor& value) {
    const Size heads = key.size(0) * key.size(1);
    real_keys_ = key.size(2), key_width_ = key.size(3), value_width_ = value.size(3);
    keys_ = pieces(real_keys_, key_block) * key_block;
    value_panel_ = std::min<Size>(pieces(value_width_, lanes), tile_vectors) * lanes;
    value_columns_ = pieces(value_width_, value_panel_) * value_panel_;
    const auto make_room = [](auto& memory, Size count) {
        if (memory.size() < static_cast<std::size_t>(count)) memory.resize(static_cast<std::size_t>(count));
    };
    make_room(packed_keys_, heads * keys_ * key_width_);
    make_room(packed_values_, heads * keys_ * value_columns_);
    make_room(finite_, heads * keys_ / key_block);

    const Size blocks = keys_ / key_block;
    parallel_for(heads * blocks, key.count() + value.count(),
                 [&](Size i) { pack_block(key, value, i / blocks, i % blocks * key_block); });
}

void PackedHeads::pack_block(const Tensor& key, const Tensor& value, Size head, Size first) {
    const Range block{first, std::min(first + key_block, real_keys_)};
    const Size heads = key.size(1);
    const auto of_key = head_of(key, head / heads, head % heads), of_value = head_of(value, head / heads, head % heads);
    product_parts::pack({of_key.data(), of_key.outerStride(), 1}, block, {0, key_width_},
                        packed_keys_.data() + keys_at(head, first), tile_columns);
    product_parts::pack({of_value.data(), 1, of_value.outerStride()}, {0, value_width_}, block,
                        packed_values_.data() + values_at(head, first), value_panel_);
    finite_[static_cast<std::size_t>((head * keys_ + first) / key_block)] =
        of_value.middleRows(block.begin, block.size()).array().isFinite().all();
}

PackedBlock PackedHeads::keys(Size head, Size first) const {
    return {packed_keys_.data() + keys_at(head, first), tile_columns, tile_columns * key_width_};
}

PackedBlock PackedHeads::values(Size head, Size first) const {
    const Size steps = std::min(key_block, real_keys_ - first);
    return {packed_values_.data() + values_at(head, first), value_panel_, steps * value_panel_};
}

}  // namespace vitrine
