#include "app/shell/gpu_attention.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// More than this is no rounding: then something is wrong with the card, its driver or a shader.
constexpr AttentionDifference tolerated{.weights = 1e-3, .context = 1e-2};

/// 1 where a token is padding.
std::vector<std::uint8_t> padding_of(const IndexTensor& tokens, std::int32_t pad) {
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(tokens.count()));
    std::transform(tokens.data(), tokens.data() + tokens.count(), flags.begin(),
                   [pad](std::int32_t token) { return token == pad; });
    return flags;
}

AttentionInputs inputs_of(const AttentionRequest& request, const std::vector<std::uint8_t>& padding) {
    const bool of_keys = request.mask.padding == PaddingAxis::keys;
    AttentionInputs inputs{.query = request.query, .key = request.key, .value = request.value};
    if (request.divisor == ScoreDivisor::root_of_width) inputs.factor = 1 / std::sqrt(static_cast<float>(request.query.size(3)));
    inputs.mask_value = request.mask_value;
    inputs.causal = request.mask.causal;
    (of_keys ? inputs.hidden_keys : inputs.hidden_queries) = padding;
    return inputs;
}

std::string description(const Gpu& gpu) { return gpu.info().renderer + ", OpenGL " + gpu.info().version; }

}  // namespace

GpuAttention::GpuAttention(GpuAttentionOptions options) : options_(std::move(options)) {}

AttentionDevice GpuAttention::device() {
    return [this](const AttentionRequest& request, Tensor& context) { return compute(request, context); };
}

void GpuAttention::say(const std::string& what) {
    has_said_ = true;
    if (options_.say) options_.say(what);
}

void GpuAttention::give_up(const std::string& why) {
    must_repeat_ = gpu_ && gpu_->is_lost() && kept_ + streamed_ > 0;
    gpu_.reset();
    options_.place = ComputePlace::processor;
    status_ = "attention on the processor: " + why;
    say(status_);
}

void GpuAttention::open() {
    gpu_ = std::make_shared<Gpu>(options_.gpu);
    status_ = "attention on " + description(*gpu_);
}

bool GpuAttention::is_wanted(const AttentionRequest& request) {
    if (options_.place == ComputePlace::processor) return false;
    if (request.mask.first_query != 0) return false;  // rows of a longer run, whose first ones are not asked for
    const Size cells = request.query.size(0) * request.query.size(1) * request.query.size(2) * request.key.size(2);
    if (options_.place == ComputePlace::graphics_card || cells >= worth_it) return true;
    largest_declined_ = std::max(largest_declined_, cells);
    if (!gpu_) {
        status_ = fmt::format("attention on the processor: the largest has {} scores, and a graphics card pays from {} on",
                              largest_declined_, worth_it);
    }
    return false;
}

std::optional<FetchedAttention> GpuAttention::compute(const AttentionRequest& request, Tensor& context) {
    if (!is_wanted(request)) return std::nullopt;
    try {
        if (!gpu_) open();
        if (options_.place == ComputePlace::by_size && gpu_->is_software()) {
            give_up("there is no graphics card here, OpenGL itself computes on the processor (" + gpu_->info().renderer + ")");
            return std::nullopt;
        }
        const std::vector<std::uint8_t> padding = padding_of(request.mask_tokens, request.mask.pad);
        return compute_on_card(inputs_of(request, padding), request, context);
    } catch (const Error& error) {
        give_up(error.what());
        return std::nullopt;
    }
}

FetchedAttention GpuAttention::compute_on_card(const AttentionInputs& inputs, const AttentionRequest& request, Tensor& context) {
    ComputedAttention computed;
    try {
        computed = compute_attention(gpu_, inputs, AttentionStorage::keep, context);
    } catch (const GpuMemoryError& error) {
        computed = compute_attention(gpu_, inputs, AttentionStorage::stream, context);
        if (!std::exchange(has_streamed_, true))
            say(fmt::format("{}: scores and weights are recomputed when they are read", error.what()));
    }
    const FetchedAttention found{computed.scores, computed.masked_scores, computed.weights};
    if (!compared_) compare(request, found, context);
    ++(found.weights->is_recomputed() ? streamed_ : kept_);
    return found;
}

void GpuAttention::compare(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context) {
    const AttentionDifference difference = compare_with_processor(request, found, context);
    const std::string figures = fmt::format("largest difference from the processor {:.1e} of the weights, {:.1e} of the context",
                                            difference.weights, difference.context);
    // Not "greater": NaN is a difference too.
    if (!(difference.weights <= tolerated.weights && difference.context <= tolerated.context))
        throw Error(description(*gpu_) + " computes something else: " + figures);
    compared_ = true;
    status_ = fmt::format("attention on {}: {}", description(*gpu_), figures);
    say(status_);
}

}  // namespace vitrine
