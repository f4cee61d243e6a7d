#pragma once
/// The quality of a model's own translations: every source is decoded greedily and by beam search, and the results are compared
/// with the target.

#include <nlohmann/json_fwd.hpp>

#include "app/cli/evaluate/data.h"
#include "core/io/words/card_writing.h"
#include "core/scores/bleu.h"
#include "core/scores/chrf.h"

namespace vitrine {

/// The options of the beam search.
struct BeamSearch {
    Size beams = 4;
    double length_penalty = 0.6;
    bool early_stopping = true;  ///< as in generate (core/decode/options.h)
};

/// The scores of the decoded sentences (core/scores/bleu.h, chrf.h, exact_match.h).
struct WritingScores {
    Bleu bleu{};
    Chrf chrf{};
    double exact_match = 0;        ///< share of the sentences that equal the target
    std::int64_t cut_off = 0;      ///< number of sentences that reached the length limit without an end
    std::int64_t better_left = 0;  ///< number of sentences for which a better one was still growing when the search ended
};

struct WritingComparison {
    BeamSearch search{};
    WritingScores greedy{}, beams{};
    Bleu copied_bleu{};  ///< of the sources themselves, taken for translations
    Chrf copied_chrf{};
    std::vector<CardTranslation> translations = {};  ///< the listed ones
    std::size_t longest_target = 0;                  ///< words of the longest target text, as BLEU counts them
};

/// Decodes all pairs, which takes long, and reports progress on standard error. `folder`: the model's, if it has one. `listed`: how
/// many translations are listed, of evenly spaced pairs. Throws Ended if interrupted, and Error if a pair cannot be decoded.
WritingComparison compare_writing(const EvaluationData& data, const Model& model,
                                  const std::optional<std::filesystem::path>& folder, const BeamSearch& search, Size listed);

/// A table as text.
std::string text_of(const WritingComparison& comparison);

/// Adds "greedy", "beams", "copied" and, if any are listed, "translations" to the object.
void add_to(nlohmann::ordered_json& json, const WritingComparison& comparison);

}  // namespace vitrine
