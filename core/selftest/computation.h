#pragma once
/// What the checks compute with. Tests put something wrong in its place, to see that a check finds it.

#include <filesystem>
#include <functional>

#include "core/decode/generate.h"
#include "core/files/safetensors.h"
#include "core/pass/leak_test.h"

namespace vitrine {

struct Computation {
    std::function<void(const Pass&, Activations&)> forward = [](const Pass& pass, Activations& activations) {
        vitrine::forward(pass, activations);
    };
    std::function<void(const Pass&, const Activations&, Gradients)> backward = vitrine::backward;
    std::function<void(const FinishedPass&, const Pass&, Activations&)> rerun = vitrine::rerun;
    std::function<LeakTest(const FinishedPass&, const TokenChange&)> leaks = test_leak;
    std::function<Generation(const DecodingModel&, const Sentence&, const DecodeOptions&)> generate =
        [](const DecodingModel& model, const Sentence& source, const DecodeOptions& options) {
            return vitrine::generate(model, source, options);
        };
    std::function<StoredTensors(const std::filesystem::path&)> read_tensors = read_safetensors;
};

}  // namespace vitrine
