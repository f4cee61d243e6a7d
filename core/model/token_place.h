#pragma once
/// The place of a token in a batch.

#include <compare>
#include <cstdint>

#include "core/tensor/layout.h"

namespace vitrine {

/// The encoder's input or the decoder's.
enum class BatchSide : std::uint8_t { source, target };

/// A token of a batch.
struct TokenPlace {
    BatchSide side = BatchSide::target;
    Size sentence = 0, position = 0;

    auto operator<=>(const TokenPlace&) const = default;
};

}  // namespace vitrine
