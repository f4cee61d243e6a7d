#pragma once
/// Computes one attention on a graphics card, from the upload of its operands to the delivery of its cells. Only
/// app/render/device/compute_attention.cpp uses it.

#include "app/render/device/attention_cells.h"
#include "app/render/device/compute_attention.h"

namespace vitrine {

class AttentionComputation {
public:
    /// Allocates all memory. Throws Error if it does not suffice.
    AttentionComputation(std::shared_ptr<Gpu> gpu, const AttentionInputs& inputs, AttentionStorage storage);

    /// Computes piece by piece, so that other work on the card does not have to wait for all of them. Returns before the card is
    /// done.
    void compute();

    /// Waits for the card. After that, contexts that share its buffers see their contents.
    void finish();
    void read_context(std::vector<float>& cells);

    /// Returns the cells. Requires: is called only once.
    ComputedAttention hand_over();

    const CardPlan& plan() const { return plan_; }
    bool has_mask() const { return mask_ != 0; }
    bool skips() const { return skips_; }

private:
    bool keeps() const { return plan_.storage == AttentionStorage::keep; }
    void upload(const AttentionInputs& inputs);
    void take_sheets();
    void compute(std::size_t number);
    void weigh(std::size_t number);

    const std::shared_ptr<Gpu> gpu_;
    const CardPlan plan_;
    const int mask_;      ///< 1 causal, 2 by keys, 4 by queries
    bool skips_ = false;  ///< skip tiles that are hidden completely
    std::shared_ptr<const AttentionOnCard> operands_;
    GpuBuffer value_, context_;
    std::vector<GpuBuffer> scores_, masked_, weights_;  ///< one per piece of the plan, if kept
};

/// Calls call(cell of the tensor, its index in a buffer), row by row: planes `stride` vec4s apart, rows `width` vec4s.
template <class AnyTensor, class Call>
void for_each_cell(AnyTensor& tensor, Size stride, Size width, Call&& call) {
    const Layout& layout = tensor.layout();
    for (Size plane = 0; plane < layout.shape[0] * layout.shape[1]; ++plane) {
        for (Size row = 0; row < layout.shape[2]; ++row) {
            const Index index{plane / layout.shape[1], plane % layout.shape[1], row, 0};
            auto* cells = tensor.data() + layout.offset(index);
            const Size at = 4 * (plane * stride + row * width);
            for (Size i = 0; i < layout.shape[3]; ++i) call(cells[i * layout.strides[3]], static_cast<std::size_t>(at + i));
        }
    }
}

}  // namespace vitrine
