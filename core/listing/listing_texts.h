#pragma once
/// What the listing says in words: vocabularies, sentences, predictions beside what was expected.

#include <iosfwd>

#include "core/listing/listing.h"
#include "core/listing/tensor_text.h"

namespace vitrine {

/// The run's tokens as words.
TokenLabels token_labels(const Trace& trace, const ListingInput& input);

/// The words the model predicts, as labels of the target's positions.
TokenLabels prediction_labels(const Trace& trace, const ListingInput& input);

void write_vocabularies(std::ostream& out, const Trace& trace, const ListingInput& input);

/// The sentences of source, target and labels.
void write_batch_words(std::ostream& out, const TokenLabels& labels, const ListingInput& input);

/// The two masks that all attentions share, as the first layers recorded them.
void write_masks(std::ostream& out, const Trace& trace, const TokenLabels& labels);

void write_predicted_words(std::ostream& out, const Trace& trace, const ListingInput& input);

/// A line per target position: the token given, the true next one, the predicted one, and how probable the true one was.
void write_comparison(std::ostream& out, const Trace& trace, const ListingInput& input);

}  // namespace vitrine
