#pragma once
/// Whether a training has seen a sentence.

#include <vector>

#include "core/train/session.h"

namespace vitrine {

/// What a training makes of a sentence pair.
enum class SentenceUse : std::uint8_t {
    held_out,  ///< it is held out: never trained on
    trained,   ///< it is one of the list that is trained on
    drawn,     ///< pairs are drawn at random, and it may be among them
    unused,    ///< it is neither in the list that is trained on nor held out
};

/// The use of every sentence of a batch with labels.
std::vector<SentenceUse> uses_of_sentences(const SessionPlan& plan, const Batch& batch);

}  // namespace vitrine
