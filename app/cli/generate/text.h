#pragma once
/// Writes a decoding as text.

#include <string>

#include "core/decode/generation.h"
#include "core/io/model_text.h"

namespace vitrine {

/// One sentence per line. If there are several, log P and score stand in front.
std::string sentences_text(const Generation& generation, const TargetText& target);

/// The same with a table below each sentence: its words, the alternatives, and why those were not taken.
std::string steps_text(const Generation& generation, const TargetText& target);

/// A note that sentences were cut off, and how to get longer ones; empty if all of them ended.
std::string note_of_length(const Generation& generation, const TargetText& target, const Configuration& configuration);

/// A note that an unfinished sentence scores better than the best one; empty if there is no such sentence.
std::string note_of_better(const Generation& generation, const TargetText& target);

}  // namespace vitrine
