#pragma once
/// The texts of the listing: vocabularies, sentences, and predictions compared with labels.

#include "core/listing/listing.h"
#include "core/listing/tensor_text.h"

namespace vitrine {

/// The labels of the run's tokens.
TokenLabels token_labels(const Trace& trace, const ListingInput& input);

/// Labels for the target's positions: the predicted words.
TokenLabels prediction_labels(const Trace& trace, const ListingInput& input);

void write_vocabularies(std::ostream& out, const Trace& trace, const ListingInput& input);

/// Writes the sentences of source, target and labels.
void write_batch_words(std::ostream& out, const TokenLabels& labels, const ListingInput& input);

/// Writes the two masks that all attentions share, as recorded by the first layers.
void write_masks(std::ostream& out, const Trace& trace, const TokenLabels& labels);

void write_predicted_words(std::ostream& out, const Trace& trace, const ListingInput& input);

/// Writes a line per target position: the input token, the correct next token, the predicted one, and the probability of the
/// correct one.
void write_comparison(std::ostream& out, const Trace& trace, const ListingInput& input);

}  // namespace vitrine
