#pragma once
/// chrF (Popović 2015), number for number as sacreBLEU has it: the runs of one to six characters that a translation shares with a
/// reference, as a share of its own and of the reference's.

#include <cstdint>
#include <span>
#include <vector>

#include "core/scores/translation.h"

namespace vitrine {

/// How the lengths of runs become one number.
enum class ChrfAverage : std::uint8_t {
    shares,  ///< the F of the mean precision and the mean recall of the lengths that both texts have runs of; what sacreBLEU does
    scores,  ///< the mean of the F of every length, one that is missing being 0; what chrF++.py does, sacreBLEU's "eps" smoothing
};

struct ChrfOptions {
    std::size_t order = 6;  ///< the longest runs, ≥ 1
    double beta = 2;        ///< recall counts β times as much as precision; 2 in "chrF2"
    ChrfAverage average = ChrfAverage::shares;
    bool with_white_space = false;  ///< else texts are compared without it
};

/// Of runs of 1, 2, … characters, of one text or, added up, of many. Runs that are longer than the reference are not counted.
struct ChrfCounts {
    std::vector<std::int64_t> matches, totals, reference_totals;
};

struct Chrf {
    double score = 0;                            ///< 0 to 100: (1 + β²) · precision · recall / (β² · precision + recall)
    std::vector<double> precisions = {};         ///< matches / totals, in percent; 0 where there are none
    std::vector<double> recalls = {};            ///< matches / reference totals
    double mean_precision = 0, mean_recall = 0;  ///< over the lengths that count, in percent
    std::size_t order = 0;                       ///< how many lengths both texts have runs of
    ChrfCounts counts = {};
};

/// Against the reference with which the text's own score is best.
ChrfCounts chrf_counts(const Translation& translation, const ChrfOptions& options = {});

/// The step from counts to the score.
Chrf chrf_of(ChrfCounts counts, const ChrfOptions& options = {});

/// Of many texts together: their counts are added up first, so it is not the mean of theirs.
Chrf corpus_chrf(std::span<const Translation> translations, const ChrfOptions& options = {});

/// Of one text by itself.
Chrf sentence_chrf(const Translation& translation, const ChrfOptions& options = {});

}  // namespace vitrine
