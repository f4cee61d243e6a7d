#pragma once
/// The model as it is used: the encoder once for a source sentence, the decoder once for every word of the target.

#include <span>

#include "core/pass/transformer.h"

namespace vitrine {

/// What the decoder computes for the next word.
enum class DecoderReach : std::uint8_t {
    last_word,  ///< the last position; keys and values of those before it are kept from the step before
    all_words,  ///< every position again
};

/// What decodes: a model and what is altered about it.
struct DecodingModel {
    const Configuration& configuration;
    const Parameters& parameters;
    Design design{};
    /// Null: none. Of the overwritten numbers those of parameters count; others belong to the run whose cells they are.
    const Interventions* interventions = nullptr;
};

/// Several target sentences of one source that grow by a word at a time, and then those of the next source.
class WordByWord {
public:
    /// What the model refers to is used as long as this is.
    explicit WordByWord(const DecodingModel& model);

    /// Begins with a source: runs the encoder. source: [1, S], checked against the configuration.
    void read_source(const IndexTensor& source, DecoderReach reach);

    /// The logits of what comes after the last word of every sentence, [B, V]. tokens: [B, t], with bos; parents: for each
    /// sentence, which one of the call before it is with one more word; of the first call, whose sentences have one word, zeros.
    const Tensor& next(const IndexTensor& tokens, std::span<const Size> parents);

    /// What the last call has filled. With last_word everything of the decoder has one position, but for its keys and values.
    const Activations& activations() const { return activations_; }

private:
    void set_sentences(Size count);
    template <class Compute>
    void run(Compute&& compute);

    const Configuration& configuration_;
    const Parameters altered_;
    const Interventions lasting_;
    const Regime regime_;
    DecoderReach reach_ = DecoderReach::last_word;
    Batch batch_;
    Activations activations_;
    Tensor logits_{Axis::batch, Axis::vocabulary};
};

}  // namespace vitrine
