#include "app/shell/loop/gpu_attention.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/run/run.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The greatest differences that can be rounding. With greater ones, something is wrong with the card, its driver or a shader.
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
    inputs.factor = static_cast<float>(request.divisor.factor(request.query.size(3)));
    inputs.mask_value = request.mask_value;
    inputs.causal = request.mask.causal;
    (of_keys ? inputs.hidden_keys : inputs.hidden_queries) = padding;
    return inputs;
}

/// "NVIDIA H200, OpenGL 4.6.0".
std::string description(const Gpu& gpu) {
    const std::string& version = gpu.info().version;
    return gpu.info().renderer + ", OpenGL " + version.substr(0, version.find(' '));
}

/// Whether any of the activations are the card's, which are read by the thread that draws. What the processor computes again may
/// be read by any.
bool has_any_of_card(const Activations& activations, bool recomputed) {
    bool any = false;
    const auto look = [&](const auto& tensor) {
        const FetchedCells* cells = tensor.fetched();
        any |= cells && !cells->any_thread() && (!recomputed || cells->is_recomputed());
    };
    visit_tensors(look, activations);
    return any;
}

}  // namespace

DeviceWords device_words(const AttentionStatus& status, const Run* shown) {
    DeviceWords words{status.words, ""};
    if (status.on_card && shown && !has_any_of_card(*shown->activations, false)) {
        words.attention = "attention of what is shown: on the processor";
    } else if (status.on_card && shown && has_any_of_card(*shown->activations, true)) {
        words.attention += "; what is not kept is computed again when it is shown";
    }
    if (status.bytes > 0) words.memory = "attention " + bytes_text(status.bytes);
    if (status.bytes > 0 && status.limit > 0) words.memory += " of " + bytes_text(status.limit);
    return words;
}

GpuAttentionOptions in_context(GpuAttentionOptions options, MakeContext context) {
    options.gpu.context = std::move(context);
    return options;
}

GpuAttention::GpuAttention(GpuAttentionOptions options) : options_(std::move(options)), place_(options_.place) {
    status_.limit = options_.gpu.memory_limit;
}

AttentionDevice GpuAttention::device() {
    return [this](const AttentionRequest& request, Tensor& context) {
        if (!is_wanted(request)) return std::optional<FetchedAttention>();  // without waiting for an attention being computed
        const std::lock_guard lock(computing_);
        return compute(request, context);
    };
}

std::shared_ptr<Gpu> GpuAttention::gpu() const {
    const std::lock_guard lock(mutex_);
    return gpu_;
}

AttentionStatus GpuAttention::status() const {
    const std::lock_guard lock(mutex_);
    AttentionStatus status = status_;
    status.bytes = gpu_ ? gpu_->bytes_used() : 0;
    return status;
}

std::string GpuAttention::take_attention_problem() {
    const std::lock_guard lock(mutex_);
    return std::exchange(trouble_, "");
}

bool GpuAttention::take_loss() {
    const std::shared_ptr<Gpu> gpu = this->gpu();
    if (gpu && gpu->is_lost()) give_up(context_lost_words);
    const std::lock_guard lock(mutex_);
    return std::exchange(has_lost_, false);
}

void GpuAttention::say(const std::string& what) {
    {
        const std::lock_guard lock(mutex_);
        status_.has_said = true;
    }
    if (options_.say) options_.say(what);
}

void GpuAttention::say_trouble(const std::string& what) {
    {
        const std::lock_guard lock(mutex_);
        trouble_ += (trouble_.empty() ? "" : "; ") + what;
    }
    say(what);
}

/// Leaves this attention to the processor, for lack of memory. The card may still compute the next one.
void GpuAttention::decline(const std::string& why) {
    const std::string words = "attention on the processor: " + why;
    {
        const std::lock_guard lock(mutex_);
        status_.words = words;
        status_.on_card = false;
    }
    if (!std::exchange(has_declined_, true)) say_trouble(words);
}

void GpuAttention::fail(const std::string& why) {
    give_up(why);
    const std::lock_guard lock(mutex_);
    gpu_.reset();
    has_lost_ = true;
}

void GpuAttention::give_up(const std::string& why) {
    std::string words = "attention on the processor: " + why;
    {
        const std::lock_guard lock(mutex_);
        const bool is_lost = gpu_ && gpu_->is_lost();
        if (place_ == ComputePlace::processor && !is_lost) return;  // another thread has noticed it before
        has_lost_ = is_lost && status_.kept + status_.streamed > 0;
        if (is_lost) gpu_.reset();  // otherwise it stays, since results still lie in its memory
        place_ = ComputePlace::processor;
        status_.words = words;
        status_.on_card = false;
    }
    say_trouble(words);
}

/// Returns false if the card would gain nothing. The processor computes then, which is not reported as a problem.
bool GpuAttention::open() {
    const bool by_size = options_.place == ComputePlace::by_size;
    std::shared_ptr<Gpu> gpu;
    std::string why;
    try {
        gpu = std::make_shared<Gpu>(options_.gpu);
        if (by_size && gpu->is_software()) {
            why = "there is no graphics card here, OpenGL itself computes on the processor (" + gpu->info().renderer + ")";
        }
    } catch (const Error& error) {
        if (!by_size) throw;
        why = error.what();
    }
    {
        const std::lock_guard lock(mutex_);
        if (why.empty()) gpu_ = gpu;
        if (!why.empty()) place_ = ComputePlace::processor;
        status_.words = why.empty() ? "attention on " + description(*gpu) : "attention on the processor: " + why;
    }
    if (!why.empty()) say(status().words);
    return why.empty();
}

bool GpuAttention::is_wanted(const AttentionRequest& request) {
    if (request.mask.first_query != 0) return false;  // later rows of a longer run, as in decoding with a cache
    const Size cells = request.query.size(0) * request.query.size(1) * request.query.size(2) * request.key.size(2);
    const std::lock_guard lock(mutex_);
    if (place_ == ComputePlace::processor) return false;
    if (place_ == ComputePlace::graphics_card || cells >= worth_it) return true;
    largest_declined_ = std::max(largest_declined_, cells);
    if (!gpu_) {
        status_.words =
            fmt::format("attention on the processor: the largest has {} scores, and a graphics card is faster from about {} on",
                        largest_declined_, worth_it);
    }
    return false;
}

std::optional<FetchedAttention> GpuAttention::compute(const AttentionRequest& request, Tensor& context) {
    if (!is_wanted(request)) return std::nullopt;  // another thread may have given up the card while this one waited
    try {
        if (!gpu() && !open()) return std::nullopt;
        const std::vector<std::uint8_t> padding = padding_of(request.mask_tokens, request.mask.pad);
        return compute_on_card(inputs_of(request, padding), request, context);
    } catch (const GpuMemoryError& error) {
        decline(error.what());
    } catch (const Error& error) {
        give_up(error.what());
    }
    return std::nullopt;
}

FetchedAttention GpuAttention::compute_on_card(const AttentionInputs& inputs, const AttentionRequest& request, Tensor& context) {
    const std::shared_ptr<Gpu> card = gpu();
    if (!card) throw Error(context_lost_words);
    ComputedAttention computed;
    try {
        computed = compute_attention(card, inputs, AttentionStorage::keep, context);
    } catch (const GpuMemoryError& error) {
        computed = compute_attention(card, inputs, AttentionStorage::stream, context);
        if (!std::exchange(has_streamed_, true))
            say_trouble(fmt::format("{}: scores and weights are computed again when they are read", error.what()));
    }
    const FetchedAttention found{computed.scores, computed.masked_scores, computed.weights};
    if (card_words_.empty()) compare(request, found, context);
    const std::lock_guard lock(mutex_);
    status_.words = card_words_;
    status_.on_card = true;
    ++(found.weights->is_recomputed() ? status_.streamed : status_.kept);
    return found;
}

void GpuAttention::compare(const AttentionRequest& request, const FetchedAttention& found, const Tensor& context) {
    const AttentionDifference difference = compare_with_processor(request, found, context);
    const std::string card = description(*gpu());
    const std::string figures = fmt::format("largest difference from the processor {:.1e} of the weights, {:.1e} of the context",
                                            difference.weights, difference.context);
    // Not written with >, so that NaN counts as a difference, too.
    if (!(difference.weights <= tolerated.weights && difference.context <= tolerated.context))
        throw Error(card + " computes something else: " + figures);
    card_words_ = fmt::format("attention on {}: {}", card, figures);
    say(card_words_);
}

}  // namespace vitrine
