#include "app/shell/loop/graphics_check.h"

#include <utility>

#include "app/shell/loop/gpu_attention.h"
#include "core/selftest/comparisons.h"
#include "core/selftest/sample_run.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// What computes the shaders, such as "NVIDIA H200". Throws Error where nothing does.
std::string renderer_of(const GpuOptions& options) { return Gpu(options).info().renderer; }

SelfTestResult compare_with_processor(const std::string& renderer, const GpuOptions& options, const Computation& computation) {
    Comparisons comparisons("numbers on " + renderer, 1e-4);
    GpuAttention card({.place = ComputePlace::graphics_card, .gpu = options});
    const AttentionDevice device = card.device();
    const SampleRun run(padded_sample, computation);
    Pass pass = run.pass;
    pass.device = &device;
    Activations activations;
    computation.forward(pass, activations);
    if (const std::string problem = card.take_attention_problem(); !problem.empty()) throw Error(problem);
    if (!card.status().on_card) throw Error("no attention was computed on " + renderer);
    const Trace ours = run.trace(), theirs = make_trace(ours.outline, activations);
    for (std::size_t i = 0; i < ours.tensors.size(); ++i) {
        if (ours.tensors[i].present())
            compare(ours.outline->tensors[i].path, numbers_of(ours.tensors[i]), numbers_of(theirs.tensors[i]), comparisons);
    }
    return comparisons.take();
}

}  // namespace

SelfTestCheck graphics_check(GpuOptions options) {
    return {"graphics", "attention computed in shaders has the numbers of the processor",
            [options = std::move(options)](const Computation& computation) {
                std::string renderer;
                try {
                    renderer = renderer_of(options);
                } catch (const Error& error) {
                    SelfTestResult none;
                    none.skipped = error.what();
                    return none;
                }
                return compare_with_processor(renderer, options, computation);
            }};
}

}  // namespace vitrine
