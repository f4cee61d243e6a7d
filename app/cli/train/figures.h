#pragma once
/// How good a model is, in figures and in words.

#include <optional>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/train/evaluation.h"

namespace vitrine {

/// The cross-attention head that looks at the right word most often.
struct BestHead {
    Size layer = 0, head = 0;  ///< counted from 0
    double share = 0;          ///< of the aligned words
};

struct Figures {
    std::string pairs;  ///< what they are of: "held-out pairs", "training pairs, none being held out"
    Evaluation evaluation;
    std::optional<BestHead> head;  ///< where the pairs tell which words mean the same
};

/// The pairs of a task that say how good a model is, and what they are: the held-out ones; where there are none those it trains on.
std::span<const Example> telling_pairs(const Task& task);
std::string name_of_telling_pairs(const Task& task);

/// On these.
Figures figures_on(const Task& task, const Configuration& configuration, const Parameters& parameters);

/// On these pairs. Throws Error naming the one that cannot run through the model.
Figures figures_on(std::span<const Example> examples, std::string pairs, const Configuration& configuration,
                   const Parameters& parameters);

/// On batches, whose labels may be anything.
Figures figures_on(std::span<const Batch> batches, const Configuration& configuration, const Parameters& parameters);

/// A few lines for people.
std::string text_of(const Figures& figures);

/// "99.91 %"; 100 only where nothing is missing.
std::string percent(double share);

nlohmann::ordered_json json_of(const Figures& figures);

}  // namespace vitrine
