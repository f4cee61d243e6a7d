#pragma once
/// Examples of what a model writes, for its card.

#include <string>

#include "core/io/model.h"

namespace vitrine {

/// Lets the model answer its held-out pairs, one after the other, until the card has `count` that came out as the target and
/// `count` that did not, or 500 pairs have been answered. A model with a decoder writes greedily; an encoder alone says the
/// likeliest word in the place of each hidden one. `folder`: that of the model, which says what it was trained on. Throws Error if
/// it does not, or if a pair cannot be decoded.
void add_examples(Model& model, const std::string& folder, std::size_t count, ModelCard& card);

}  // namespace vitrine
