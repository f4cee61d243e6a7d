#include "core/trace/stacked_projections.h"

namespace vitrine {

std::vector<StackedProjection> stacked_projections(const Outline& run, const TensorInfo& parameter) {
    const bool weight = parameter.symbol == "W_Q, W_K, W_V", bias = parameter.symbol == "b_Q, b_K, b_V";
    const bool read = parameter.step >= 0 && parameter.step < static_cast<int>(run.steps.size());
    if ((!weight && !bias) || !read) return {};
    const Configuration& c = run.model.configuration;
    const Block& block = run.block_of(parameter.step);
    const StackKind stack = block.side == Side::target ? StackKind::decoder : StackKind::encoder;
    const Size queries = c.heads(stack) * c.head_width(stack), keys = c.key_heads(stack) * c.head_width(stack);
    const std::string letter = weight ? "W_" : "b_";
    return {{letter + "Q", Role::query, 0, queries, block.id},
            {letter + "K", Role::key, queries, keys, block.id},
            {letter + "V", Role::value, queries + keys, keys, block.id}};
}

TensorView part_of_stack(const TensorView& stack, const StackedProjection& part) {
    TensorView view = stack;
    const auto axis = static_cast<std::size_t>(stack.layout.find(Axis::output));
    view.layout.shape[axis] = part.count;
    view.data = static_cast<const Scalar*>(stack.data) + part.first * stack.layout.strides[axis];
    return view;
}

}  // namespace vitrine
