#pragma once
/// How good a model is on sentence pairs it may never have seen.

#include <span>
#include <vector>

#include "core/pass/transformer.h"
#include "core/tasks/task.h"

namespace vitrine {

struct Evaluation {
    double loss = 0;            ///< mean over labels that are not padding
    double token_accuracy = 0;  ///< share of labels that are the likeliest word given the words before them
    double exact_match = 0;     ///< share of sentences right in every token
    std::int64_t tokens = 0, sentences = 0;
};

/// Teacher-forced, without dropout. A sentence that is right in every token this way is what greedy decoding, fed its own output,
/// would have written: by induction each of its inputs is the true one. Examples are run in batches of at most batch_size; none
/// give zeros.
Evaluation evaluate(const Configuration& configuration, const Parameters& parameters, std::span<const Example> examples,
                    const Regime& regime = {}, Size batch_size = 64);

/// For every head of every decoder layer's cross-attention: the share of target words for which the source word with the largest
/// weight is the aligned one (any of them, where several are). The row looked at is the one that predicts the word: its own input
/// is the word before. [layers][heads]. Words without alignment do not count; where there are no others, all shares are 0.
std::vector<std::vector<double>> alignment_accuracy(const Configuration& configuration, const Parameters& parameters,
                                                    std::span<const Example> examples, Size batch_size = 64);

}  // namespace vitrine
