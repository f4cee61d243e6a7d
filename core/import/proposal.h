#pragma once
/// Finds out by names and shapes which tensors of a file become which of our parameters.

#include "core/import/mapping.h"

namespace vitrine {

/// A mapping for these weights. `known`: answers to questions that the mapping depends on, such as how matrices are stored; what
/// it assumes without them is in the mapping's answers. Throws Error, prefixed with `where`, if the file is not an
/// encoder-decoder or has parts that this architecture does not have: relative positions, gates, RMSNorm. `words`: the size of
/// the target's vocabulary, if known; otherwise 0.
Mapping propose(const ForeignWeights& weights, const ImportAnswers& known, const std::string& where, Size words = 0);

/// Whether the mapping depends on the question. All others concern only its configuration.
bool shapes_mapping(ImportQuestion question);

}  // namespace vitrine
