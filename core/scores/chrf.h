#pragma once
/// chrF (Popović 2015), with exactly the results of sacreBLEU: the F-score of a translation's character n-grams for n = 1 … 6.

#include <cstdint>
#include <span>

#include "core/scores/translation.h"

namespace vitrine {

/// How the results for all n become one score.
enum class ChrfAverage : std::uint8_t {
    shares,  ///< the F of mean precision and mean recall, over each n for which both texts have n-grams; as in sacreBLEU
    scores,  ///< the mean F over all n, 0 where there are no n-grams; as in chrF++.py and sacreBLEU's "eps" smoothing
};

struct ChrfOptions {
    std::size_t order = 6;  ///< the largest n, ≥ 1
    double beta = 2;        ///< weight of recall against precision; 2 in "chrF2"
    ChrfAverage average = ChrfAverage::shares;
    bool with_white_space = false;  ///< false: remove white space before comparing
};

/// Counts for n = 1, 2, …; counts of several texts can be added. n-grams that are longer than the reference are not counted.
struct ChrfCounts {
    std::vector<std::int64_t> matches, totals, reference_totals;
};

struct Chrf {
    double score = 0;                            ///< 0 to 100: (1 + β²) · precision · recall / (β² · precision + recall)
    std::vector<double> precisions = {};         ///< matches / totals, in percent; 0 if there are none
    std::vector<double> recalls = {};            ///< matches / reference totals
    double mean_precision = 0, mean_recall = 0;  ///< over each n that counts, in percent
    std::size_t order = 0;                       ///< the number of n for which both texts have n-grams
    ChrfCounts counts = {};
};

/// Counts n-grams against the reference that gives the best score.
ChrfCounts chrf_counts(const Translation& translation, const ChrfOptions& options = {});

/// Computes the score from counts.
Chrf chrf_of(ChrfCounts counts, const ChrfOptions& options = {});

/// The score of many texts: their counts are added up first, so it is not the mean of their scores.
Chrf corpus_chrf(std::span<const Translation> translations, const ChrfOptions& options = {});

/// The score of one text.
Chrf sentence_chrf(const Translation& translation, const ChrfOptions& options = {});

}  // namespace vitrine
