#pragma once
/// What the numbers of a tensor say without a comparison with ours: rows that add up to 1 are probabilities, numbers like −10⁹
/// hide something. That rules out meanings of a name. Only core/against includes this.

#include <span>
#include <vector>

#include "core/against/matching.h"
#include "core/against/tensor_name.h"

namespace vitrine {

/// The numbers of one tensor. The tensors of one pattern have the same meaning. `width`: the length of the last axis.
struct OwnNumbers {
    std::span<const float> numbers;
    Size width = 1;
};

/// The guesses that the numbers of all tensors of one pattern allow. If that is none, all guesses are kept, unless the numbers
/// are rows that add up to 1 and the guesses are an attention's scores: scores are never like that, so the result may be empty.
std::vector<NameGuess> possible(const std::vector<NameGuess>& guesses, std::span<const OwnNumbers> tensors,
                                const Configuration& configuration);

/// Whether the same numbers repeat along the first axis.
bool repeats_itself(std::span<const float> numbers, std::span<const Size> shape);

/// Leaves out scores if the recorded weights are the softmax of a multiple of them: these are products of queries and keys that
/// were recorded before the division. The weights show whether the division itself is right.
void leave_undivided_scores(MatchedTrace& matched);

}  // namespace vitrine
