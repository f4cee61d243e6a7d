#include "core/decode/candidates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace vitrine {

namespace {

/// The ids of all tokens by descending logit.
std::vector<std::int32_t> ranked(std::span<const Scalar> logits) {
    std::vector<std::int32_t> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, [&](std::int32_t a, std::int32_t b) {
        const Scalar x = logits[static_cast<std::size_t>(a)], y = logits[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    });
    return order;
}

/// Sets the probabilities after the temperature and before top-k and top-p.
void apply_temperature(double temperature, std::vector<Candidate>& candidates) {
    double sum = 0;
    const auto best = std::ranges::find(candidates, Cut::none, &Candidate::cut);
    for (Candidate& candidate : candidates) {
        if (candidate.cut != Cut::none) continue;
        candidate.filtered =
            temperature == 0 ? double(&candidate == &*best) : std::exp((candidate.logit - best->logit) / temperature);
        sum += candidate.filtered;
    }
    for (Candidate& candidate : candidates) candidate.filtered /= sum;
}

/// Excludes all candidates from `place` on and renormalises the others.
void cut_from(std::size_t place, Cut cut, std::vector<Candidate>& candidates) {
    double left = 0;
    for (std::size_t i = 0; i < place; ++i) left += candidates[i].filtered;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        Candidate& candidate = candidates[i];
        if (i >= place && candidate.cut == Cut::none) candidate.cut = cut;
        candidate.filtered = i < place ? candidate.filtered / left : 0;
    }
}

/// The place behind the first `count` candidates that are not excluded.
std::size_t place_behind(std::size_t count, const std::vector<Candidate>& candidates) {
    std::size_t place = 0;
    while (place < candidates.size() && count > 0) count -= candidates[place++].cut == Cut::none;
    return place;
}

/// The smallest number of most probable tokens whose probabilities sum to at least p.
std::size_t nucleus(double p, const std::vector<Candidate>& candidates) {
    double share = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        share += candidates[i].filtered;
        if (share >= p) return i + 1;
    }
    return candidates.size();
}

}  // namespace

std::vector<double> log_probabilities(std::span<const Scalar> logits) {
    std::vector<double> result(logits.begin(), logits.end());
    const double largest = *std::ranges::max_element(result);
    double sum = 0;
    for (const double logit : result) sum += std::exp(logit - largest);
    const double whole = largest + std::log(sum);
    for (double& logit : result) logit -= whole;
    return result;
}

SamplingOptions sampling_of(const DecodeOptions& options) {
    return options.strategy == Strategy::sample ? options.sampling : SamplingOptions{};
}

std::vector<Candidate> candidates_of(std::span<const Scalar> logits, const SamplingOptions& sampling,
                                     std::span<const std::int32_t> forbidden) {
    const std::vector<double> own = log_probabilities(logits);
    std::vector<Candidate> candidates;
    candidates.reserve(logits.size());
    for (const std::int32_t token : ranked(logits)) {
        const auto place = static_cast<std::size_t>(token);
        candidates.push_back({.token = token,
                              .logit = static_cast<double>(logits[place]),
                              .probability = std::exp(own[place]),
                              .cut = std::ranges::binary_search(forbidden, token) ? Cut::forbidden : Cut::none});
    }
    apply_temperature(sampling.temperature, candidates);
    const std::size_t most = place_behind(static_cast<std::size_t>(sampling.top_k), candidates);
    if (most > 0 && most < candidates.size()) cut_from(most, Cut::top_k, candidates);
    if (sampling.top_p < 1) cut_from(nucleus(sampling.top_p, candidates), Cut::top_p, candidates);
    return candidates;
}

std::size_t draw(std::span<const Candidate> candidates, double uniform) {
    double share = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (candidates[i].filtered == 0) continue;
        last = i;
        share += candidates[i].filtered;
        if (uniform < share) return i;
    }
    return last;  // rounding left a gap below 1
}

double share_before(std::span<const Candidate> candidates, std::size_t place) {
    double share = 0;
    for (std::size_t i = 0; i < place; ++i) share += candidates[i].filtered;
    return share;
}

}  // namespace vitrine
