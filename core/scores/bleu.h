#pragma once
/// BLEU (Papineni, Roukos, Ward and Zhu 2002), number for number as sacreBLEU has it (Post 2018): how many of the runs of up to
/// four words that a translation has are in a reference too, with a penalty where it is too short.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/scores/translation.h"

namespace vitrine {

/// What becomes of a length of runs of which not one is right, which alone would make all of BLEU 0 (Chen and Cherry 2014).
enum class Smoothing : std::uint8_t {
    none,         ///< its precision is 0, and so is BLEU
    floor,        ///< `smoothing_value` of a run is right; their method 1
    add_k,        ///< `smoothing_value` more runs, all right, of every length but 1; their method 2
    exponential,  ///< half a run is right, of the next such length a quarter, and so on; their method 3, NIST's
};

/// What the words of a text are.
enum class BleuTokens : std::uint8_t {
    rules_13a,  ///< see tokenize_13a()
    as_given,   ///< what stands between white space
};

struct BleuOptions {
    std::size_t order = 4;  ///< the longest runs, ≥ 1
    Smoothing smoothing = Smoothing::exponential;
    std::optional<double> smoothing_value = std::nullopt;  ///< none: 0.1 for floor, 1 for add_k
    bool effective_order = false;  ///< lengths of which the translation has no run at all do not count; else BLEU is 0 with them
    BleuTokens tokens = BleuTokens::rules_13a;
};

/// What is counted. Those of several texts add up to those of all.
struct BleuCounts {
    std::vector<std::int64_t> matches, totals;  ///< of runs of 1, 2, … words: how many are right, how many there are
    std::int64_t length = 0;                    ///< in words
    std::int64_t reference_length = 0;          ///< of the reference nearest in length, of two equally near ones the shorter
};

struct Bleu {
    double score = 0;                     ///< 0 to 100: the penalty times the geometric mean of the precisions
    std::vector<double> precisions = {};  ///< of runs of 1, 2, … words, smoothed, in percent; zeros where nothing at all is right
    double brevity_penalty = 1;           ///< e^(1 − reference length / length) where the translation is shorter, else 1
    std::size_t order = 0;                ///< how many of the precisions count
    BleuCounts counts = {};               ///< as they were, before smoothing
};

/// A run is right as often as it is in the one reference that has it most often ("clipped").
BleuCounts bleu_counts(const Translation& translation, const BleuOptions& options = {});

/// The step from counts to the score.
Bleu bleu_of(BleuCounts counts, const BleuOptions& options = {});

/// Of many texts together: their counts are added up first, so it is not the mean of theirs.
Bleu corpus_bleu(std::span<const Translation> translations, const BleuOptions& options = {});

/// Of one text by itself, always with effective_order.
Bleu sentence_bleu(const Translation& translation, BleuOptions options = {});

}  // namespace vitrine
