#pragma once
/// Measures a model on sentence pairs, such as held-out ones.

#include <span>
#include <vector>

#include "core/pass/transformer.h"
#include "core/tasks/task.h"

namespace vitrine {

struct Evaluation {
    double loss = 0;                         ///< mean over labels that are not padding
    double token_accuracy = 0;               ///< share of labels that are the most probable token, given the tokens before them
    double exact_match = 0;                  ///< share of sentences in which that is true of every label
    std::int64_t tokens = 0, sentences = 0;  ///< counts of labels, and of sentences with a label
};

/// Evaluates with teacher forcing and without dropout. A sentence is correct in every token here if and only if greedy decoding
/// would produce it, since then each input of the decoder is the correct one. Runs batches of at most batch_size examples. Without
/// examples all results are 0.
Evaluation evaluate(const Configuration& configuration, const Parameters& parameters, std::span<const Example> examples,
                    const Regime& regime = {}, Size batch_size = 64);

/// The same on given batches, as they are; batches without labels do not count.
Evaluation evaluate_batches(const Configuration& configuration, const Parameters& parameters, std::span<const Batch> batches);

/// What a model predicts for one example, each token predicted from the true tokens before it.
struct JudgedSentence {
    std::size_t example = 0;  ///< index among the examples that were judged
    Sentence truth, said;     ///< token by token, including the end of the sentence
    double loss = 0;          ///< the mean of its words
    int wrong = 0;            ///< number of wrong words
    int first_wrong = -1;     ///< the position of the first wrong word; −1: all are right
};

/// Judges examples one by one, in their order. `regime`: as for evaluate().
std::vector<JudgedSentence> judge_sentences(const Configuration& configuration, const Parameters& parameters,
                                            std::span<const Example> examples, const Regime& regime = {}, Size batch_size = 64);

/// How often one word was predicted instead of another.
struct Confusion {
    std::int32_t truth = 0, said = 0;
    Size count = 0;
    bool operator==(const Confusion&) const = default;
};

/// All confusions, the most frequent first.
std::vector<Confusion> confusions(std::span<const JudgedSentence> sentences);

/// How often the heads of the cross-attentions look at the right source token, 0 … 1: [layers][heads]. Of a set without tokens all
/// shares are 0.
struct AlignmentAccuracy {
    std::vector<std::vector<double>> all;            ///< of the target tokens with an alignment
    std::vector<std::vector<double>> one_to_one;     ///< of those that are aligned with a single source token, and alone with it:
                                                     ///< "sure" links (Och & Ney 2003, section 6), not "ne … pas" for "not"
    std::int64_t tokens = 0, one_to_one_tokens = 0;  ///< sizes of these sets
};

/// A head looks at the right token if the source position with its largest weight is an aligned one. The weights are read in the
/// row that predicts the target token, whose input is the token before.
AlignmentAccuracy alignment_accuracy(const Configuration& configuration, const Parameters& parameters,
                                     std::span<const Example> examples, Size batch_size = 64);

}  // namespace vitrine
