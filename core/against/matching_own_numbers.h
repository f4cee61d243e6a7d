#pragma once
/// What numbers say about themselves, without a look at ours: rows that add up to 1 are shares, numbers like −10⁹ hide something.
/// It leaves fewer meanings of a name. Only core/against includes this.

#include <span>
#include <vector>

#include "core/against/matching.h"
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

/// Whether there is the same along the first axis again and again.
bool repeats_itself(std::span<const float> numbers, std::span<const Size> shape);

/// Leaves out scores that are not what the softmax of the recorded weights has read but a multiple of it: products of queries and
/// keys that were recorded before their division. Whether the division is right, the weights tell.
void leave_undivided_scores(MatchedTrace& matched);

}  // namespace vitrine
