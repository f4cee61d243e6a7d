/// Measures a large attention on the graphics card, with all intermediate tensors kept there.

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "app/cli/bench/benchmarks.h"
#include "app/render/device/attention_cells.h"
#include "app/render/device/compute_attention.h"
#include "app/render/device/gpu_limits.h"
#include "core/tensor/random.h"

namespace vitrine {

namespace {

constexpr Size gpu_heads = 8, gpu_head_width = 64;

/// The results of a workload that its figures need.
struct CardAttention {
    std::shared_ptr<Gpu> gpu;
    std::unique_ptr<RepeatedAttention> attention;
    GpuLimits limits;
};

std::shared_ptr<CardAttention> make_attention(Size length, bool causal) {
    Tensor query{Axis::batch, Axis::head, Axis::query, Axis::feature}, key{Axis::batch, Axis::head, Axis::key, Axis::feature};
    Tensor value = key;
    Random random(1);
    for (Tensor* numbers : {&query, &key, &value}) {
        numbers->resize({1, gpu_heads, length, gpu_head_width}, Order::heads_together);
        for (Size i = 0; i < numbers->count(); ++i) numbers->data()[i] = static_cast<Scalar>(random.normal());
    }
    const auto made = std::make_shared<CardAttention>();
    made->gpu = std::make_shared<Gpu>();
    const AttentionInputs inputs{
        .query = query, .key = key, .value = value, .factor = 1 / std::sqrt(float{gpu_head_width}), .causal = causal};
    made->attention = std::make_unique<RepeatedAttention>(made->gpu, inputs, AttentionStorage::keep);
    return made;
}

/// "on llvmpipe …: 12 % of 20.1 GB/s, 48 % of 0.03 TFLOP/s". The limits were measured with a copy and a product shader.
std::string figures(const CardAttention& made, double milliseconds, bool json) {
    const double bytes = made.attention->bytes() / milliseconds * 1e3,
                 operations = made.attention->operations() / milliseconds * 1e3;
    const double memory = bytes / made.limits.bytes_per_second, arithmetic = operations / made.limits.operations_per_second;
    if (json) {
        return fmt::format(
            ",\"gigabytes_per_second\":{:.2f},\"peak_gigabytes_per_second\":{:.2f},\"share_of_memory\":{:.4f},"
            "\"gigaflops\":{:.2f},\"peak_gigaflops\":{:.2f},\"share_of_arithmetic\":{:.4f},\"device\":\"{}\"",
            bytes / 1e9, made.limits.bytes_per_second / 1e9, memory, operations / 1e9, made.limits.operations_per_second / 1e9,
            arithmetic, made.gpu->info().renderer);
    }
    return fmt::format("  {:.0f} % of {:.1f} GB/s, {:.0f} % of {:.1f} GFLOP/s, on {}", 100 * memory,
                       made.limits.bytes_per_second / 1e9, 100 * arithmetic, made.limits.operations_per_second / 1e9,
                       made.gpu->info().renderer);
}

Workload attending(Size length, bool causal) {
    const auto shared = std::make_shared<std::shared_ptr<CardAttention>>();
    const auto prepare = [length, causal, shared]() -> Body {
        *shared = make_attention(length, causal);
        (*shared)->attention->compute();  // the first computation compiles the shaders
        return [made = *shared] { made->attention->compute(); };
    };
    const auto tell = [shared](double milliseconds, bool json) {
        (*shared)->limits = measure_limits((*shared)->gpu);
        const std::string text = figures(**shared, milliseconds, json);
        shared->reset();
        return text;
    };
    return {.name = fmt::format("attention-{}-gpu{}", length, causal ? "-causal" : ""),
            .text = fmt::format("{} heads of {}, {} tokens{}, by compute shaders: everything kept on the graphics card", gpu_heads,
                                gpu_head_width, length, causal ? " with a causal mask" : ""),
            .repetitions = 21,
            .seconds = 0.05,
            .prepare = prepare,
            .figures = tell};
}

}  // namespace

std::vector<Workload> attention_gpu_workloads() {
    std::vector<Workload> list;
    for (const bool causal : {false, true}) {
        for (const Size length : {256, 512, 1024, 2048, 4096}) list.push_back(attending(length, causal));
    }
    return list;
}

}  // namespace vitrine
