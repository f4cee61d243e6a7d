#pragma once
/// The attention of forward passes on the graphics card, as far as that is wanted, works and pays.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/render/compute_attention.h"
#include "core/model/attention_device.h"

namespace vitrine {

enum class ComputePlace : std::uint8_t {
    processor,
    graphics_card,
    by_size,  ///< large attentions on a graphics card, where there is one
};

struct GpuAttentionOptions {
    ComputePlace place = ComputePlace::by_size;
    GpuOptions gpu = {};
    std::function<void(const std::string&)> say = {};  ///< told once each: what computes, how it compares, why it does not
};

/// By how much the card's numbers differ from those of core/ops, at the most, on a sample of rows.
struct AttentionDifference {
    double weights = 0;
    double context = 0;  ///< relative to the largest number there
};

class GpuAttention {
public:
    explicit GpuAttention(GpuAttentionOptions options);

    /// For Pass::device. Refers to this object, which outlives it; for one thread at a time. Keeps scores, masked scores and
    /// weights on the card; where memory does not suffice for that they are recomputed when they are read; where even that fails,
    /// or the driver does, the processor computes from then on.
    AttentionDevice device();

    /// Below so many scores of one attention waking the card costs more than it saves.
    static constexpr Size worth_it = Size{4} << 20;

    /// One line: "attention on NVIDIA H200, largest difference 2.1e-07", "attention on the processor: …".
    const std::string& status() const { return status_; }
    bool has_said() const { return has_said_; }  ///< anything at all

    /// True where the card had computed some attentions of a run and has lost them: the run has to be made again, on the processor.
    bool must_repeat() const { return must_repeat_; }

    /// How many attentions the card has computed, kept or to be recomputed.
    int kept() const { return kept_; }
    int streamed() const { return streamed_; }

private:
    std::optional<FetchedAttention> compute(const AttentionRequest& request, Tensor& context);
    FetchedAttention compute_on_card(const AttentionInputs& inputs, const AttentionRequest& request, Tensor& context);
    void compare(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context);
    bool is_wanted(const AttentionRequest& request);
    void open();
    void give_up(const std::string& why);
    void say(const std::string& what);

    GpuAttentionOptions options_;
    std::shared_ptr<Gpu> gpu_;
    bool compared_ = false, has_streamed_ = false, has_said_ = false, must_repeat_ = false;
    int kept_ = 0, streamed_ = 0;
    Size largest_declined_ = 0;
    std::string status_ = "attention on the processor";
};

/// Holds a sample of rows against core/ops.
AttentionDifference compare_with_processor(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context);

}  // namespace vitrine
