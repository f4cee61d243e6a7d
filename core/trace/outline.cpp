#include "core/trace/outline.h"

#include <algorithm>
#include <iterator>
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

std::string path_of(Side side) { return side == Side::source ? "src" : "tgt"; }

const TensorInfo* Outline::find(const std::string& path) const {
    const auto slot = slots.find(path);
    return slot == slots.end() ? nullptr : &tensors[static_cast<std::size_t>(slot->second)];
}

int Outline::step_of(const std::string& path) const {
    const TensorInfo* info = find(path);
    return info ? info->step : -1;
}

const Block& Outline::block_of(int step) const {
    const auto after = std::upper_bound(blocks.begin(), blocks.end(), step,
                                        [](int wanted, const Block& block) { return wanted < block.first_step; });
    if (after == blocks.begin() || step >= std::prev(after)->first_step + std::prev(after)->step_count)
        throw std::out_of_range("there is no such step");
    return *std::prev(after);
}

ResidualParts Outline::parts_of(const std::string& residual) const {
    const auto partial = residuals.find(residual);
    if (partial != residuals.end()) return partial->second;
    return model.design.residuals ? ResidualParts::both : ResidualParts::sublayer;
}

Outline make_outline(const Configuration& configuration, const Regime& regime,
                     const std::map<std::string, ResidualParts>& residuals, const ParameterNames& names) {
    return OutlineWriter(configuration, regime, residuals).write(names);
}

}  // namespace vitrine
