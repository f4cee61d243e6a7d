#include "core/trace/alterations.h"

#include <cstring>
#include <string>

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

/// Tensors without gaps: their cells lie side by side in memory, in whatever order.
bool same_bits(const TensorView& a, const TensorView& b) {
    if (a.data == b.data) return true;
    if (!a.present() || !b.present() || a.layout.shape != b.layout.shape) return false;
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
    for (const std::string& sublayer : interventions.skipped_sublayers) mark(residual_of(sublayer));
    for (const std::string& sublayer : interventions.skipped_residuals) mark(residual_of(sublayer));
    for (const auto& [view_slot, source_slot] : outline.views)
        result[static_cast<std::size_t>(view_slot)] = result[static_cast<std::size_t>(source_slot)];
    return result;
}

}  // namespace vitrine
