#pragma once
/// Measures the quality of a model, and describes the figures as text.

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/train/evaluation.h"

namespace vitrine {

/// The cross-attention head that looks most often at the right token: of the tokens aligned one to one if there are any, else of
/// all aligned ones (AlignmentAccuracy).
struct BestHead {
    Size layer = 0, head = 0;            ///< counted from 0
    double share = 0;                    ///< of the aligned tokens, how often it does
    std::optional<double> one_to_one{};  ///< of those aligned one to one; nothing: there are none
};

struct Figures {
    std::string pairs;  ///< the evaluated data: "held-out pairs", "training pairs, none being held out"
    Evaluation evaluation;
    std::optional<BestHead> head;  ///< if the pairs have word alignments
};

/// The pairs of a task for evaluating a model, and their description: the held-out pairs or, if there are none, the training
/// pairs.
std::span<const Example> telling_pairs(const Task& task);
std::string name_of_telling_pairs(const Task& task);

/// The figures on telling_pairs().
Figures figures_on(const Task& task, const Configuration& configuration, const Parameters& parameters);

/// The figures on these pairs. Throws Error, which names a pair that cannot run through the model.
Figures figures_on(std::span<const Example> examples, std::string pairs, const Configuration& configuration,
                   const Parameters& parameters);

/// The figures on batches with any labels.
Figures figures_on(std::span<const Batch> batches, const Configuration& configuration, const Parameters& parameters);

/// The figures in a few lines.
std::string text_of(const Figures& figures);

nlohmann::ordered_json json_of(const Figures& figures);

}  // namespace vitrine
