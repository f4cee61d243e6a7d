#pragma once
/// The model as it is used: the encoder once for a source sentence, the decoder once for every word of the target.

#include <span>

#include "core/model/transformer.h"

namespace vitrine {

/// What the decoder computes for the next word.
enum class DecoderReach : std::uint8_t {
    last_word,  ///< the last position; keys and values of those before it are kept from the step before
    all_words,  ///< every position again
};

/// Several target sentences of one source that grow by a word at a time.
class WordByWord {
public:
    /// `model` is used as long as this is; its batch has one source sentence, and its target does not matter. Of its interventions
    /// overwritten numbers count where they are parameters: other cells belong to the run they were written in.
    WordByWord(const Pass& model, DecoderReach reach);

    /// Runs the encoder. Before anything else, and once.
    void encode();

    /// The logits of what comes after the last word of every sentence, [B, V]. tokens: [B, t], with bos; parents: for each
    /// sentence, which one of the call before it is with one more word; of the first call, whose sentences have one word, zeros.
    const Tensor& next(const IndexTensor& tokens, std::span<const Size> parents);

    /// What the last call has filled. With last_word everything of the decoder has one position, but for its keys and values.
    const Activations& activations() const { return activations_; }

private:
    void set_sentences(Size count);
    template <class Compute>
    void run(Compute&& compute);

    const Pass& model_;
    const DecoderReach reach_;
    const Parameters altered_;
    Interventions lasting_;
    Batch batch_;
    Activations activations_;
    Tensor logits_{Axis::batch, Axis::vocabulary};
};

}  // namespace vitrine
