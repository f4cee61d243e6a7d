#pragma once
/// The texts of the listing: vocabularies, sentences, and predictions compared with labels.

#include "core/listing/listing.h"
#include "core/listing/tensor_text.h"

namespace vitrine {

/// The words that logits are for; in an encoder alone, those of the source.
const Vocabulary& output_words(const Trace& trace, const ListingInput& input);

/// The labels of the run's tokens.
TokenLabels token_labels(const Trace& trace, const ListingInput& input);

/// Labels for the target's positions: the predicted words.
TokenLabels prediction_labels(const Trace& trace, const ListingInput& input);

/// Of a larger vocabulary, the listing only names the words that the run contains.
inline constexpr std::size_t most_words_listed = 5000;

void write_vocabularies(std::ostream& out, const Trace& trace, const ListingInput& input);

/// Writes the sentences of source, target and labels, if there are any.
void write_batch_words(std::ostream& out, const Trace& trace, const TokenLabels& labels, const ListingInput& input);

/// Writes the two masks that all attentions share, as recorded by the first layers.
void write_masks(std::ostream& out, const Trace& trace, const TokenLabels& labels);

void write_predicted_words(std::ostream& out, const Trace& trace, const ListingInput& input);

/// Writes a line per target position: the input token, the correct next token, the predicted one, and the probability of the
/// correct one.
void write_comparison(std::ostream& out, const Trace& trace, const ListingInput& input);

}  // namespace vitrine
