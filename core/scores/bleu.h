#pragma once
/// BLEU (Papineni, Roukos, Ward and Zhu 2002), with exactly the results of sacreBLEU (Post 2018): the precision of a translation's
/// word n-grams up to n = 4, with a penalty for translations that are too short.

#include <cstdint>
#include <optional>
#include <span>

#include "core/scores/translation.h"

namespace vitrine {

/// How to smooth the precision for an n without any match, which would make BLEU 0 (Chen and Cherry 2014).
enum class Smoothing : std::uint8_t {
    none,         ///< precision 0, so BLEU is 0
    floor,        ///< counts `smoothing_value` matches; their method 1
    add_k,        ///< adds `smoothing_value` to matches and totals for n > 1; their method 2
    exponential,  ///< counts 1/2 match for the first such n, 1/4 for the second, and so on; their method 3, NIST's
};

/// How texts are split into words.
enum class BleuTokens : std::uint8_t {
    rules_13a,  ///< see tokenize_13a()
    as_given,   ///< at white space
};

struct BleuOptions {
    std::size_t order = 4;  ///< the largest n, ≥ 1
    Smoothing smoothing = Smoothing::exponential;
    std::optional<double> smoothing_value = std::nullopt;  ///< default: 0.1 for floor, 1 for add_k
    bool effective_order = false;  ///< true: ignore each n for which the translation has no n-gram; false: BLEU is 0 then
    BleuTokens tokens = BleuTokens::rules_13a;
};

/// The counts of a translation. Counts of several texts can be added.
struct BleuCounts {
    std::vector<std::int64_t> matches, totals;  ///< for n = 1, 2, …: number of matching n-grams, and of all
    std::int64_t length = 0;                    ///< of the translation, in words
    std::int64_t reference_length = 0;          ///< of the reference with the nearest length, the shorter of two equally near ones
};

struct Bleu {
    double score = 0;                     ///< 0 to 100: brevity penalty times geometric mean of the precisions
    std::vector<double> precisions = {};  ///< for n = 1, 2, …, smoothed, in percent; zeros if nothing matches at all
    double brevity_penalty = 1;           ///< e^(1 − reference length / length) if the translation is shorter, else 1
    std::size_t order = 0;                ///< number of precisions that count
    BleuCounts counts = {};               ///< before smoothing
};

/// Counts n-grams. An n-gram matches at most as often as it occurs in any one reference ("clipped").
BleuCounts bleu_counts(const Translation& translation, const BleuOptions& options = {});

/// Computes the score from counts.
Bleu bleu_of(BleuCounts counts, const BleuOptions& options = {});

/// The score of many texts: their counts are added up first, so it is not the mean of their scores.
Bleu corpus_bleu(std::span<const Translation> translations, const BleuOptions& options = {});

/// The score of one text, always with effective_order.
Bleu sentence_bleu(const Translation& translation, BleuOptions options = {});

}  // namespace vitrine
