#pragma once
/// The distribution from which words are drawn, with plain loops, and a measure of how well drawings fit one.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/decode/options.h"

namespace vitrine::tests {

/// The shares of all words by id: temperature above 0, then top-k, then top-p, and what is left scaled to a sum of 1.
inline std::vector<double> plain_filter(const std::vector<double>& logits, const SamplingOptions& sampling) {
    std::vector<double> shares;
    for (const double logit : logits) shares.push_back(std::exp(logit / sampling.temperature));
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits[a] > logits[b]; });

    const auto renormalise = [&] {
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (double& share : shares) share /= sum;
    };
    const std::size_t left = sampling.top_k > 0 ? std::min(order.size(), static_cast<std::size_t>(sampling.top_k)) : order.size();
    for (std::size_t place = left; place < order.size(); ++place) shares[order[place]] = 0;
    renormalise();
    double taken = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const double share = shares[order[place]];
        if (sampling.top_p < 1 && taken >= sampling.top_p) shares[order[place]] = 0;
        taken += share;
    }
    renormalise();
    return shares;
}

/// Σ (observed − expected)² / expected over the words that can be drawn.
inline double chi_square(const std::vector<double>& counts, const std::vector<double>& shares) {
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = total * shares[i];
        if (expected > 0) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

/// The 99.9 % quantile of chi-square with 1 to 11 degrees of freedom, one fewer than there are words to draw.
inline double unlikely(const std::vector<double>& shares) {
    constexpr double critical[] = {10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322, 26.124, 27.877, 29.588, 31.264};
    const auto words = std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; });
    return critical[words - 2];
}

}  // namespace vitrine::tests
