#pragma once
/// Decoding: the encoder runs once per source sentence, the decoder once per target token.

#include <span>

#include "core/model/description.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// The positions that the decoder computes to predict the next token.
enum class ComputedPositions : std::uint8_t {
    last,  ///< the last one; keys and values of earlier positions are cached
    all,   ///< all of them, without a cache
};

/// A model and its alterations.
struct DecodingModel {
    const Configuration& configuration;
    const Parameters& parameters;
    Design design{};
    /// Null: none. Of overwrites, only those of parameters apply: all others are of cells of one particular run.
    const Interventions* interventions = nullptr;
};

/// Extends several target sentences of one source token by token; then continues with the next source.
class IncrementalDecoder {
public:
    /// Requires: everything that the model refers to outlives this.
    explicit IncrementalDecoder(const DecodingModel& model);

    /// Starts a new source and runs the encoder. source: [1, S]. Requires: it passes check() with the configuration.
    void read_source(const IndexTensor& source, ComputedPositions positions);

    /// Starts anew in a model that is a decoder alone and has no source.
    void read_prompt(ComputedPositions positions);

    /// Computes the logits [B, V] of the next token of every sentence. tokens: [B, t], with bos; parents: for each sentence, the
    /// index of the sentence of the previous call that it extends by one token. Requires: in the first call all parents are 0,
    /// and all sentences consist of one token, or of the prompt.
    const Tensor& next(const IndexTensor& tokens, std::span<const Size> parents);

    /// The activations of the last call. With ComputedPositions::last the decoder's tensors have one position, except for keys and
    /// values.
    const Activations& activations() const { return activations_; }

private:
    void set_sentences(Size count);
    const Tensor* waves_to(Size length);
    template <class Compute>
    void run(Compute&& compute);

    const Configuration& configuration_;
    const Parameters altered_;
    const Interventions interventions_;
    const Regime regime_;
    const ModelDescription description_;
    ComputedPositions positions_ = ComputedPositions::last;
    Size cached_ = 0;  // positions whose keys and values the activations hold
    Batch batch_;
    Activations activations_;
    Tensor waves_{Axis::position, Axis::feature};  // sinusoids of the positions so far, and of some more
    Tensor logits_{Axis::batch, Axis::vocabulary};
};

}  // namespace vitrine
