#pragma once
/// Computes the attention of forward passes on the graphics card if that is wanted, possible and worthwhile.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/render/device/compute_attention.h"
#include "app/state/state.h"
#include "core/model/attention_device.h"

namespace vitrine {

enum class ComputePlace : std::uint8_t {
    processor,
    graphics_card,
    by_size,  ///< large attentions on a graphics card, if there is one
};

struct GpuAttentionOptions {
    ComputePlace place = ComputePlace::by_size;
    GpuOptions gpu = {};
    std::function<void(const std::string&)> say = {};  ///< called once per message: what computes, how it compares, or why the
                                                       ///< card does not compute
};

/// The current status of attention.
struct AttentionStatus {
    std::string words = "attention on the processor";  ///< "attention on NVIDIA H200: largest difference from the processor …"
    bool has_said = false;                             ///< a card has computed, or was asked to
    bool on_card = false;                              ///< the card computed the last attention that was large enough
    int kept = 0, streamed = 0;  ///< number of attentions computed on the card: stored, or recomputed when read
    Size bytes = 0, limit = 0;   ///< card memory used by them, and its limit; 0: the driver's limit
};

/// The largest differences between the card's numbers and those of core/ops, on a sample of rows.
struct AttentionDifference {
    double weights = 0;
    double context = 0;  ///< relative to the largest number of the context
};

/// The status as texts for the screen. `shown`: the run they are about; null: none.
DeviceWords device_words(const AttentionStatus& status, const Run* shown);

/// The options, with an OpenGL context that shares its objects with the drawing context.
GpuAttentionOptions in_context(GpuAttentionOptions options, MakeContext context);

/// Usable from any thread; computes one attention at a time. It is not a job of a scheduler: the calling thread waits for the
/// thread with the card's OpenGL context, since a context belongs to one thread at a time.
class GpuAttention {
public:
    explicit GpuAttention(GpuAttentionOptions options);

    /// For Pass::device. Requires: this object outlives the device. Stores scores, masked scores and weights on the card. If memory
    /// does not suffice, they are recomputed when read; if it still does not suffice, the processor computes. After a failure of a
    /// shader or the driver, the processor computes from then on.
    AttentionDevice device();

    /// The least number of scores of one attention for which the card is worthwhile.
    static constexpr Size worth_it = Size{4} << 20;

    AttentionStatus status() const;

    /// Failures and shortages since the last call; empty: none.
    std::string take_attention_problem();

    /// Reports that cells on the card cannot be read, which counts as their loss.
    void fail(const std::string& why);

    /// True once after the card has lost its results. Runs that use them then have to be made again by the processor.
    bool take_loss();

private:
    std::optional<FetchedAttention> compute(const AttentionRequest& request, Tensor& context);
    FetchedAttention compute_on_card(const AttentionInputs& inputs, const AttentionRequest& request, Tensor& context);
    void compare(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context);
    bool is_wanted(const AttentionRequest& request);
    bool open();
    void decline(const std::string& why);
    void give_up(const std::string& why);
    void say(const std::string& what);
    void say_trouble(const std::string& what);
    std::shared_ptr<Gpu> gpu() const;

    const GpuAttentionOptions options_;
    std::mutex computing_;  ///< held while an attention is computed

    // Used only by the thread that computes.
    bool has_streamed_ = false, has_declined_ = false;  ///< these happened at least once, and
    std::string card_words_;                            ///< empty: not yet compared

    mutable std::mutex mutex_;  ///< guards the members below
    Size largest_declined_ = 0;
    ComputePlace place_;
    std::shared_ptr<Gpu> gpu_;
    AttentionStatus status_;
    std::string trouble_;
    bool has_lost_ = false;
};

/// Compares a sample of rows with core/ops.
AttentionDifference compare_with_processor(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context);

}  // namespace vitrine
