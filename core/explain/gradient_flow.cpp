#include "core/explain/gradient_flow.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/statistics.h"

namespace vitrine {

namespace {

double norm_of(const TensorView& tensor) {
    const Statistics all = statistics(tensor);
    if (all.nan || all.infinite) return std::nan("");
    return std::sqrt(static_cast<double>(all.finite)) * std::hypot(all.mean, all.standard_deviation);
}

/// Whether the first layer of a stack reads what this block makes.
bool feeds_first_layer(const Outline& outline, std::size_t block) {
    const Block &here = outline.blocks[block], &next = outline.blocks[std::min(block + 1, outline.blocks.size() - 1)];
    return here.layer < 0 && next.layer == 0 && next.side == here.side;
}

}  // namespace

std::vector<StreamPlace> gradient_flow(const Trace& gradients) {
    const Outline& outline = *gradients.outline;
    std::vector<StreamPlace> places;
    const auto add = [&](const std::string& path, std::string name, Side side) {
        const TensorView gradient = gradients.find(path);
        if (gradient.present()) places.push_back({path, std::move(name), side, norm_of(gradient)});
    };
    for (std::size_t i = 0; i < outline.blocks.size(); ++i) {
        const Block& block = outline.blocks[i];
        if (feeds_first_layer(outline, i)) add(block.output, block.section, block.side);
        for (int step = block.first_step; step < block.first_step + block.step_count; ++step) {
            const Step& at = outline.steps[static_cast<std::size_t>(step)];
            if (at.operation == Operation::residual) add(at.result, block.section + ", " + outline.blocks[i - 1].title, block.side);
            if (at.operation == Operation::memory) add(at.result, block.title, Side::none);
        }
    }
    std::ranges::reverse(places);
    return places;
}

std::optional<double> softmax_passage(const Trace& values, const Trace& gradients, const std::string& attention) {
    const bool mask_last = values.outline->model.design.mask_after_softmax;
    const TensorView arriving = gradients.find(attention + (mask_last ? ".unmasked_weights" : ".weights")),
                     passing = gradients.find(attention + ".scores"), mask = values.find(attention + ".mask");
    if (!arriving.present() || !passing.present()) return std::nullopt;
    double arrives = 0, passes = 0;
    for (Size i = 0; i < arriving.layout.count(); ++i) {
        const Index cell = index_of(arriving.layout, i);
        if (mask.at({cell[0], 0, cell[2], cell[3]}) == 0) continue;
        arrives += arriving.at(cell) * arriving.at(cell);
        passes += passing.at(cell) * passing.at(cell);
    }
    return arrives == 0 ? std::nullopt : std::optional(std::sqrt(passes / arrives));
}

std::optional<StackEnds> stack_ends(const std::vector<StreamPlace>& flow, Side side) {
    const auto in_stack = [&](const StreamPlace& place) { return place.side == side; };
    const auto first = std::ranges::find_if(flow, in_stack);
    const auto last = std::find_if(flow.rbegin(), flow.rend(), in_stack);
    if (first == flow.end() || first->path == last->path) return std::nullopt;
    return StackEnds{*first, *last};
}

}  // namespace vitrine
