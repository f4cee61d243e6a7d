#pragma once
/// What numbers say about themselves, without a look at ours: rows that add up to 1 are shares, numbers like −10⁹ hide something.
/// It leaves fewer meanings of a name. Only core/against includes this.

#include <span>
#include <vector>

#include "core/against/tensor_name.h"

namespace vitrine {

/// Some numbers of one tensor, all of which have that meaning if one has. `width`: the length of the last axis.
struct OwnNumbers {
    std::span<const float> numbers;
    Size width = 1;
};

/// The guesses that the numbers of tensors of one pattern do not rule out; all where they would rule out every one, but for scores
/// of an attention where the numbers are shares whose rows add up to 1: those they never are, so that nothing may be left.
std::vector<NameGuess> possible(const std::vector<NameGuess>& guesses, std::span<const OwnNumbers> tensors,
                                const Configuration& configuration);

}  // namespace vitrine
