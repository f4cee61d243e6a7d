#pragma once
/// A decoding as text.

#include <string>

#include "core/decode/generation.h"
#include "core/io/model_text.h"

namespace vitrine {

/// One sentence per line; several sentences have log P and score in front.
std::string sentences_text(const Generation& generation, const TargetText& target);

/// The same with a table below each sentence: its words, the alternatives, and why they were not taken.
std::string steps_text(const Generation& generation, const TargetText& target);

/// A note that sentences were cut off, and how to get more; empty if all have ended.
std::string note_of_length(const Generation& generation, const TargetText& target, const Configuration& configuration);

/// A note that an unfinished sentence scores better than the best; empty if none does.
std::string note_of_better(const Generation& generation, const TargetText& target);

}  // namespace vitrine
