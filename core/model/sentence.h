#pragma once
/// Sentences of unequal length, and the tensors they are padded to.

#include <cstdint>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

using Sentence = std::vector<std::int32_t>;  ///< token ids

/// Sentences side by side, those that are shorter than the longest filled up with pad. [sentences, longest].
void pad_together(const std::vector<Sentence>& sentences, std::int32_t pad, IndexTensor& tokens);

}  // namespace vitrine
