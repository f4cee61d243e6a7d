#pragma once
/// From a source sentence to target sentences. The encoder runs once, the decoder once per word.

#include <functional>

#include "core/decode/generation.h"
#include "core/pass/word_by_word.h"

namespace vitrine {

/// Called after every step with what there is so far; false stops the decoding there.
using GenerationWatch = std::function<bool(const Generation&)>;

/// Decodes sentence after sentence with one model, in memory that it keeps.
class Decoder {
public:
    /// What the model refers to is used as long as this is.
    explicit Decoder(const DecodingModel& model) : model_(model), words_(model) {}

    /// Decodes one source sentence, as many words as it has, without padding. Throws Error where the options or the source cannot
    /// be had, or the model says NaN.
    Generation decode(const Sentence& source, const DecodeOptions& options, const GenerationWatch& watch = {});

private:
    DecodingModel model_;
    WordByWord words_;
};

/// The same for a single sentence.
Generation generate(const DecodingModel& model, const Sentence& source, const DecodeOptions& options,
                    const GenerationWatch& watch = {});

/// Why keys and values cannot be kept from word to word: earlier ones would change with every word. Empty where they can.
std::string cache_refusal(const Configuration& configuration, const Design& design);

}  // namespace vitrine
