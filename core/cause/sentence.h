#pragma once
/// Causes in words.

#include <string>

#include "core/cause/search.h"

namespace vitrine {

/// "decoder.layers.1.cross_attn: your scores are ×√8 of these: the division is missing". Explanations that are equally possible
/// follow.
std::string cause_sentence(const Cause& cause, const OurRun& run);

/// The sentence for the case that no mistake explains the first difference.
std::string no_cause_sentence(const TracePair& pair);

}  // namespace vitrine
