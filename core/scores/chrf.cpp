#include "core/scores/chrf.h"

#include <string>
#include <utility>

#include "core/scores/ngrams.h"
#include "core/scores/white_space.h"

namespace vitrine {

namespace {

/// The text as it is compared.
std::string compared(std::string_view text, const ChrfOptions& options) {
    if (options.with_white_space) return std::string(text);
    std::string visible;
    for (const std::string_view piece : split_at_white_space(text)) visible += piece;
    return visible;
}

/// The n-gram counts for every n; they refer to the text.
std::vector<NgramCounts> runs_of(std::string_view text, std::size_t order) {
    const auto characters = characters_of(text);
    std::vector<NgramCounts> runs;
    for (std::size_t n = 1; n <= order; ++n) runs.push_back(count_ngrams(characters, n));
    return runs;
}

ChrfCounts counts_against(std::string_view reference, const std::vector<NgramCounts>& runs) {
    const auto expected = runs_of(reference, runs.size());
    ChrfCounts counts;
    for (std::size_t n = 0; n < runs.size(); ++n) {
        counts.matches.push_back(matches(runs[n], expected[n]));
        counts.totals.push_back(expected[n].empty() ? 0 : total(runs[n]));
        counts.reference_totals.push_back(total(expected[n]));
    }
    return counts;
}

/// In percent; 0 if the whole is 0.
double share(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

double f_score(double precision, double recall, double beta) {
    if (precision + recall == 0) return 0;
    const double square = beta * beta;
    return (1 + square) * precision * recall / (square * precision + recall);
}

}  // namespace

ChrfCounts chrf_counts(const Translation& translation, const ChrfOptions& options) {
    const std::string text = compared(translation.text, options);
    const auto runs = runs_of(text, options.order);
    ChrfCounts best;
    double best_score = -1;
    for (const std::string_view reference : translation.references) {
        ChrfCounts counts = counts_against(compared(reference, options), runs);
        const double score = chrf_of(counts, options).score;
        if (score > best_score) {
            best_score = score;
            best = std::move(counts);
        }
    }
    return best;
}

Chrf chrf_of(ChrfCounts counts, const ChrfOptions& options) {
    Chrf chrf;
    double scores = 0;
    for (std::size_t n = 0; n < options.order; ++n) {
        const double precision = share(counts.matches[n], counts.totals[n]);
        const double recall = share(counts.matches[n], counts.reference_totals[n]);
        chrf.precisions.push_back(precision);
        chrf.recalls.push_back(recall);
        scores += f_score(precision, recall, options.beta);
        if (counts.totals[n] == 0 || counts.reference_totals[n] == 0) continue;
        chrf.mean_precision += precision;
        chrf.mean_recall += recall;
        ++chrf.order;
    }
    if (chrf.order > 0) {
        chrf.mean_precision /= static_cast<double>(chrf.order);
        chrf.mean_recall /= static_cast<double>(chrf.order);
    }
    const bool of_shares = options.average == ChrfAverage::shares;
    chrf.score =
        of_shares ? f_score(chrf.mean_precision, chrf.mean_recall, options.beta) : scores / static_cast<double>(options.order);
    chrf.counts = std::move(counts);
    return chrf;
}

Chrf corpus_chrf(std::span<const Translation> translations, const ChrfOptions& options) {
    const std::vector<std::int64_t> zeros(options.order);
    ChrfCounts all{zeros, zeros, zeros};
    for (const Translation& translation : translations) {
        const ChrfCounts one = chrf_counts(translation, options);
        for (std::size_t n = 0; n < options.order; ++n) {
            all.matches[n] += one.matches[n];
            all.totals[n] += one.totals[n];
            all.reference_totals[n] += one.reference_totals[n];
        }
    }
    return chrf_of(std::move(all), options);
}

Chrf sentence_chrf(const Translation& translation, const ChrfOptions& options) {
    return chrf_of(chrf_counts(translation, options), options);
}

}  // namespace vitrine
