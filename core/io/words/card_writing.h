#pragma once
/// What a card says of a model's own translations of held-out pairs, written greedily and with beams: their scores, and some of
/// them in full.
///
///   "copied": {"bleu", "chrf"},
///   "beams": {"beams": 4, "length_penalty": 0.6, "early_stopping": true, "bleu", "chrf", "written"},
///   "compared": [{"how": "trained without label smoothing", "loss", "bleu", "chrf", "beams": {…}}],
///   "translations": [{"pair": 29, "source", "target", "greedy": {"text", "bleu", "chrf", "log_probability", "score"},
///                     "beams": {…}}]

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

/// The scores of the sources themselves, taken for translations: what names and punctuation alone are worth.
struct CardCopied {
    double bleu = 0, chrf = 0;  ///< 0 … 100
};

/// The scores of what is written with beams, and how the search was done (core/decode/options.h).
struct CardBeams {
    std::int64_t beams = 0;
    double length_penalty = 0;
    bool early_stopping = true;
    double bleu = 0, chrf = 0;  ///< 0 … 100
    double written = 0;         ///< share of the sentences that are written exactly as the target
};

/// The scores, on the same pairs, of a model that was trained in another way.
struct CardCompared {
    std::string how;  ///< "trained without label smoothing"
    double loss = 0;
    double bleu = 0, chrf = 0;  ///< of what it writes greedily, 0 … 100
    CardBeams beams{};
};

/// What was written for one source.
struct CardOutput {
    std::string text;
    double bleu = 0, chrf = 0;   ///< of this sentence, 0 … 100
    double log_probability = 0;  ///< of all its tokens under the model
    double score = 0;            ///< log_probability / length penalty
};

/// A held-out pair, and what was written for its source in both ways.
struct CardTranslation {
    std::int64_t pair = 0;  ///< its number among the pairs, from 1
    std::string source, target;
    CardOutput greedy{}, beams{};

    /// By how much the chrF of the beams' translation is higher.
    double won() const { return beams.chrf - greedy.chrf; }
};

// Reading throws Error, prefixed with `where`, naming a key that is unknown, missing or has another kind of value.

CardCopied card_copied_from(const nlohmann::json& object, const std::string& where);
CardBeams card_beams_from(const nlohmann::json& object, const std::string& where);
std::vector<CardCompared> card_compared_from(const nlohmann::json& list, const std::string& where);
std::vector<CardTranslation> card_translations_from(const nlohmann::json& list, const std::string& where);

nlohmann::ordered_json to_json(const CardCopied& copied);
nlohmann::ordered_json to_json(const CardBeams& beams);
nlohmann::ordered_json to_json(const std::vector<CardCompared>& compared);
nlohmann::ordered_json to_json(const std::vector<CardTranslation>& translations);

/// The numbers, from 1, of `count` out of `all` pairs, evenly spaced: the middle ones of as many equal parts. All of them if there
/// are no more.
std::vector<std::int64_t> evenly_spaced_pairs(std::int64_t all, std::int64_t count);

/// "4 beams", "1 beam".
std::string beams_text(std::int64_t beams);

/// A translation as lines for a reader, each with what it is about: {"greedy", "… (chrF2 40.2, log P -12.31, score -6.04)"}.
std::vector<std::pair<std::string, std::string>> lines_of(const CardTranslation& translation, std::int64_t beams);

}  // namespace vitrine
