#include "core/trace/alterations.h"

#include <bit>
#include <cstring>
#include <string>

#include "core/tensor/cell_blocks.h"

namespace vitrine {

namespace {

std::size_t bytes_of(ElementType type) {
    switch (type) {
        case ElementType::index:
            return sizeof(std::int32_t);
        case ElementType::mask:
            return sizeof(std::uint8_t);
        default:
            return sizeof(Scalar);
    }
}

/// The bits of a cell as a float.
std::uint32_t bits_of(double cell) { return std::bit_cast<std::uint32_t>(static_cast<float>(cell)); }

/// Compares bits where the first tensor is fetched; the second may be, too.
bool same_fetched_bits(const TensorView& fetched, const TensorView& other) {
    bool same = true;
    for_each_block(fetched, [&](Size first, std::span<const float> cells) {
        for (std::size_t i = 0; i < cells.size() && same; ++i) {
            const Index cell = index_of(fetched.layout, first + static_cast<Size>(i));
            same = bits_of(static_cast<double>(cells[i])) == bits_of(other.at(cell));
        }
        return same;
    });
    return same;
}

/// Whether two tensors have the same bits. Requires: their cells have no gaps, in the same memory order.
bool same_bits(const TensorView& a, const TensorView& b) {
    if (a.data == b.data && a.fetched == b.fetched) return true;
    if (!a.present() || !b.present() || a.layout.shape != b.layout.shape) return false;
    if (a.fetched) return same_fetched_bits(a, b);
    if (b.fetched) return same_fetched_bits(b, a);
    return std::memcmp(a.data, b.data, static_cast<std::size_t>(a.layout.count()) * bytes_of(a.type)) == 0;
}

}  // namespace

std::vector<Alteration> find_alterations(const Interventions& interventions, const Trace& untouched, const Trace& altered) {
    const Outline& outline = *altered.outline;
    std::vector<Alteration> result(outline.tensors.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (!same_bits(untouched.find(outline.tensors[i].path), altered.tensors[i])) result[i] = Alteration::follows;
    }
    const auto mark = [&](const std::string& path) {
        const auto slot = outline.slots.find(path);
        if (slot != outline.slots.end()) result[static_cast<std::size_t>(slot->second)] = Alteration::by_hand;
    };
    for (const Overwrite& overwrite : interventions.overwrites) mark(stored(overwrite).path);
    for (const SilencedHead& silenced : interventions.silenced) mark(silenced.attention + ".context");
    for (const std::string& sublayer : interventions.skipped_sublayers) mark(residual_of(sublayer, outline.model.configuration));
    for (const std::string& sublayer : interventions.skipped_residuals) mark(residual_of(sublayer, outline.model.configuration));
    for (const auto& [view_slot, source_slot] : outline.views)
        result[static_cast<std::size_t>(view_slot)] = result[static_cast<std::size_t>(source_slot)];
    return result;
}

}  // namespace vitrine
