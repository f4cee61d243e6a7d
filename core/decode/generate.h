#pragma once
/// From a source sentence to target sentences. The encoder runs once, the decoder once per word.

#include <functional>

#include "core/decode/generation.h"
#include "core/model/interventions.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"

namespace vitrine {

/// What decodes: a model and what is altered about it.
struct DecodingModel {
    const Configuration& configuration;
    const Parameters& parameters;
    Design design{};
    /// Null: none. Of the overwritten numbers those of parameters count; others belong to the run whose cells they are.
    const Interventions* interventions = nullptr;
};

/// Called after every step with what there is so far; false stops the decoding there.
using GenerationWatch = std::function<bool(const Generation&)>;

/// Decodes one source sentence, as many words as it has, without padding. Throws Error where the options or the source cannot be
/// had, or the model says NaN.
Generation generate(const DecodingModel& model, const Sentence& source, const DecodeOptions& options,
                    const GenerationWatch& watch = {});

/// Why keys and values cannot be kept from word to word: earlier ones would change with every word. Empty where they can.
std::string cache_refusal(const Configuration& configuration, const Design& design);

}  // namespace vitrine
