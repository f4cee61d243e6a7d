#pragma once
/// Generates target sentences from a source sentence. The encoder runs once, the decoder once per token.

#include <functional>

#include "core/decode/generation.h"
#include "core/pass/incremental_decoder.h"

namespace vitrine {

/// Called after every step with the record so far. Returns false to stop the decoding.
using GenerationWatch = std::function<bool(const Generation&)>;

/// Decodes any number of sentences with one model, reusing its memory.
class Decoder {
public:
    /// Requires: everything that the model refers to outlives this.
    explicit Decoder(const DecodingModel& model) : model_(model), decoder_(model) {}

    /// Decodes one source sentence, given without padding. Throws Error where the options or the source are invalid, or the logits
    /// have no softmax (NaN, +∞ or only −∞).
    Generation decode(const Sentence& source, const DecodeOptions& options, const GenerationWatch& watch = {});

private:
    DecodingModel model_;
    IncrementalDecoder decoder_;
};

/// Decodes a single sentence.
Generation generate(const DecodingModel& model, const Sentence& source, const DecodeOptions& options,
                    const GenerationWatch& watch = {});

/// The reason why a key-value cache would give wrong results, which is that keys and values of earlier tokens change with every new
/// token. Empty if the cache is valid. `first`: the token that sentences begin with, if it is not bos.
std::string cache_refusal(const Configuration& configuration, const Design& design, std::int32_t first = no_token);

}  // namespace vitrine
