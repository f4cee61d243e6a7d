#pragma once
/// Finds out by names and shapes which tensors of a file are which of our parameters.

#include "core/import/mapping.h"

namespace vitrine {

/// A mapping for these weights. `known`: answers to questions on which it depends, such as how matrices are stored; what it takes
/// for granted without them is in the mapping's answers. Throws Error, prefixed with `where`, where the file is no encoder-decoder
/// or has what this architecture does not: relative positions, gates, RMSNorm. `words`: of the target's vocabulary, where that is
/// known; otherwise 0.
Mapping propose(const ForeignWeights& weights, const ImportAnswers& known, const std::string& where, Size words = 0);

/// The questions on which a mapping depends; all others only concern its configuration.
bool shapes_mapping(ImportQuestion question);

}  // namespace vitrine
