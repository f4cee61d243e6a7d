#pragma once
/// A decoding as lines for people.

#include <string>

#include "core/decode/generation.h"
#include "core/io/model_text.h"

namespace vitrine {

/// A sentence on each line; of several with log P and score in front.
std::string sentences_text(const Generation& generation, const TargetText& target);

/// The same with a table below each: its words one by one, what else might have come, and why it did not.
std::string steps_text(const Generation& generation, const TargetText& target);

/// What should be known of the sentences: that they were cut off, and how to have more. Empty where all have ended.
std::string note_of_length(const Generation& generation, const TargetText& target, const Configuration& configuration);

/// That a sentence was left growing that scores better than the best; empty where none was.
std::string note_of_better(const Generation& generation, const TargetText& target);

}  // namespace vitrine
