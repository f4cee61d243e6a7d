#pragma once
/// How good a model is at writing by itself: every source decoded greedily and with beams, and measured against its target.

#include <nlohmann/json_fwd.hpp>

#include "app/cli/evaluate/data.h"
#include "core/scores/bleu.h"
#include "core/scores/chrf.h"

namespace vitrine {

/// How it writes, beside greedily.
struct BeamSearch {
    Size beams = 4;
    double length_penalty = 0.6;
    bool early_stopping = true;  ///< as in generate (core/decode/options.h)
};

/// What it has written, measured (core/scores/bleu.h, chrf.h, exact_match.h).
struct WritingScores {
    Bleu bleu{};
    Chrf chrf{};
    double exact_match = 0;        ///< share of the sentences
    std::int64_t cut_off = 0;      ///< sentences that have not ended when they were as long as they may be
    std::int64_t better_left = 0;  ///< sentences than which a better one was still growing when enough had ended
};

struct WritingComparison {
    BeamSearch search{};
    WritingScores greedy{}, beams{};
};

/// Writes all pairs' targets, which takes its time and says on standard error how far it is. Throws Ended where it is interrupted,
/// and Error where a pair cannot be decoded.
WritingComparison compare_writing(const EvaluationData& data, const Model& model, const std::string& folder,
                                  const BeamSearch& search);

/// A table for people.
std::string text_of(const WritingComparison& comparison);

/// Adds "greedy" and "beams" to what else there is to say.
void add_to(nlohmann::ordered_json& json, const WritingComparison& comparison);

}  // namespace vitrine
