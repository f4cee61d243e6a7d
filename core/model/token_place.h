#pragma once
/// Where a token of a batch stands.

#include <compare>
#include <cstdint>

#include "core/tensor/layout.h"

namespace vitrine {

/// Which of a batch's two rows of tokens: the encoder's input or the decoder's.
enum class BatchSide : std::uint8_t { source, target };

/// One token of a batch.
struct TokenPlace {
    BatchSide side = BatchSide::target;
    Size sentence = 0, position = 0;

    auto operator<=>(const TokenPlace&) const = default;
};

}  // namespace vitrine
