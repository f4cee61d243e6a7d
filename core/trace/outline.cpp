#include "core/trace/outline.h"

#include <stdexcept>

#include "core/trace/outline_writer.h"

namespace vitrine {

std::string_view name(Side side) {
    switch (side) {
        case Side::source:
            return "source";
        case Side::target:
            return "target";
        default:
            return "";
    }
}

const TensorInfo* Outline::find(const std::string& path) const {
    const auto slot = slots.find(path);
    return slot == slots.end() ? nullptr : &tensors[static_cast<std::size_t>(slot->second)];
}

int Outline::step_of(const std::string& path) const {
    const TensorInfo* info = find(path);
    return info ? info->step : -1;
}

const Block& Outline::block_of(int step) const {
    for (const Block& block : blocks) {
        if (step >= block.first_step && step < block.first_step + block.step_count) return block;
    }
    throw std::out_of_range("no such step");
}

Outline make_outline(const Configuration& configuration, const Regime& regime) {
    return OutlineWriter(configuration, regime).write();
}

}  // namespace vitrine
