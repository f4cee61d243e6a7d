#pragma once
/// The attention of forward passes on the graphics card, as far as that is wanted, works and pays.

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
    by_size,  ///< large attentions on a graphics card, where there is one
};

struct GpuAttentionOptions {
    ComputePlace place = ComputePlace::by_size;
    GpuOptions gpu = {};
    std::function<void(const std::string&)> say = {};  ///< told once each: what computes, how it compares, why it does not
};

/// What computes attention, at one moment.
struct AttentionStatus {
    std::string words = "attention on the processor";  ///< "attention on NVIDIA H200: largest difference from the processor …"
    bool has_said = false;                             ///< anything at all: a card was at work, or was to be
    bool on_card = false;                              ///< the last attention that was large enough
    int kept = 0, streamed = 0;                        ///< so many attentions the card has computed, kept or to be recomputed
    Size bytes = 0, limit = 0;                         ///< of the card's memory that they take, and may take; 0: the driver's
};

/// By how much the card's numbers differ from those of core/ops, at the most, on a sample of rows.
struct AttentionDifference {
    double weights = 0;
    double context = 0;  ///< relative to the largest number there
};

/// The same as the screen says it of a run; null: of none.
DeviceWords device_words(const AttentionStatus& status, const Run* shown);

/// The same options for a card that computes in a context which shares its objects with what draws.
GpuAttentionOptions in_context(GpuAttentionOptions options, MakeContext context);

/// May be used from any thread; one attention is computed at a time. That is no job of a scheduler: it is a part of whatever asks
/// for it, on that thread, which waits for the one that has the card's OpenGL context. A context belongs to one thread at a time.
class GpuAttention {
public:
    explicit GpuAttention(GpuAttentionOptions options);

    /// For Pass::device. Refers to this object, which outlives it. Keeps scores, masked scores and weights on the card; where
    /// memory does not suffice for that they are recomputed when they are read; where it does not suffice for that either, the
    /// processor computes; where a shader or the driver fails, it does so from then on.
    AttentionDevice device();

    /// Below so many scores of one attention waking the card costs more than it saves.
    static constexpr Size worth_it = Size{4} << 20;

    AttentionStatus status() const;

    /// What has gone wrong since the last call, or has to be done with less than was asked for; empty: nothing.
    std::string take_trouble();

    /// Says that cells on the card cannot be read, which counts as their loss.
    void fail(const std::string& why);

    /// True once the card has lost what it had computed: runs that have it have to be made again, which the processor then does.
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

    // While one is computed, by that thread alone.
    bool has_streamed_ = false, has_declined_ = false;  ///< once, which is then said
    std::string card_words_;                            ///< empty: not yet compared

    mutable std::mutex mutex_;  ///< guards what follows
    Size largest_declined_ = 0;
    ComputePlace place_;
    std::shared_ptr<Gpu> gpu_;
    AttentionStatus status_;
    std::string trouble_;
    bool has_lost_ = false;
};

/// Holds a sample of rows against core/ops.
AttentionDifference compare_with_processor(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context);

}  // namespace vitrine
