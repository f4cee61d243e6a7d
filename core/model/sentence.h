#pragma once
/// Sentences, and padding them to a tensor.

#include <cstdint>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

using Sentence = std::vector<std::int32_t>;  ///< token ids

/// Fills tokens [sentences, longest]: one sentence per row, shorter ones padded with pad.
void pad_together(const std::vector<Sentence>& sentences, std::int32_t pad, IndexTensor& tokens);

}  // namespace vitrine
