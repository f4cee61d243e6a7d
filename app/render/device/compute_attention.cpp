#include "app/render/device/compute_attention.h"

#include <utility>

#include "app/render/device/compute_attention_work.h"

namespace vitrine {

AttentionShape shape_of(const AttentionInputs& inputs) {
    const Tensor& query = inputs.query;
    return {query.size(0), query.size(1), query.size(2), inputs.key.size(2), query.size(3)};
}

ComputedAttention compute_attention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage,
                                    Tensor& context) {
    AttentionComputation computation(gpu, inputs, storage);
    computation.compute();
    std::vector<float> cells;
    computation.read_context(cells);
    const CardPlan& plan = computation.plan();
    computation.finish();
    for_each_cell(context, plan.query_stride, plan.width, [&](Scalar& cell, std::size_t at) { cell = cells[at]; });
    return computation.hand_over();
}

RepeatedAttention::RepeatedAttention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage)
    : computation_(std::make_unique<AttentionComputation>(gpu, inputs, storage)) {}

RepeatedAttention::~RepeatedAttention() = default;

void RepeatedAttention::compute() {
    computation_->compute();
    computation_->finish();
}

double RepeatedAttention::operations() const {
    const AttentionShape& shape = computation_->plan().shape;
    const auto rows = static_cast<double>(shape.planes() * shape.queries), keys = static_cast<double>(shape.keys);
    const bool keeps = computation_->plan().storage == AttentionStorage::keep;
    const double seen = computation_->skips() ? (keys + 1) / 2 : keys, scored = keeps ? keys : seen;
    return 2 * static_cast<double>(shape.width) * rows * (scored + seen);
}

double RepeatedAttention::bytes() const {
    const AttentionShape& shape = computation_->plan().shape;
    const auto rows = static_cast<double>(shape.planes() * shape.queries), keys = static_cast<double>(shape.keys);
    const double operands = static_cast<double>(2 * shape.planes() * (shape.queries + shape.keys) * shape.width);
    const double grids = computation_->plan().storage == AttentionStorage::stream ? 0 : computation_->has_mask() ? 3 : 2;
    return 4 * (operands + grids * rows * keys);
}

}  // namespace vitrine
