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
    const auto first = std::ranges::find(candidates, Cut::none, &Candidate::cut);
    if (first == candidates.end()) return;  // every token is forbidden
    double sum = 0;
    for (Candidate& candidate : candidates) {
        if (candidate.cut == Cut::forbidden) continue;
        candidate.filtered =
            temperature == 0 ? double(&candidate == &*first) : std::exp((candidate.logit - first->logit) / temperature);
        sum += candidate.filtered;
    }
    for (Candidate& candidate : candidates) candidate.filtered /= sum;
}

void forbid(std::span<const std::int32_t> forbidden, std::vector<Candidate>& candidates) {
    if (forbidden.empty()) return;
    for (Candidate& candidate : candidates) {
        if (std::ranges::find(forbidden, candidate.token) != forbidden.end()) candidate.cut = Cut::forbidden;
    }
}

/// The place behind the `count` most probable tokens that are not forbidden.
std::size_t behind(std::size_t count, const std::vector<Candidate>& candidates) {
    std::size_t place = 0;
    for (; place < candidates.size() && count > 0; ++place) count -= candidates[place].cut == Cut::none;
    return place;
}

/// Excludes all candidates from `place` on and renormalises the others.
void cut_from(std::size_t place, Cut cut, std::vector<Candidate>& candidates) {
    double left = 0;
    for (std::size_t i = 0; i < place; ++i) left += candidates[i].filtered;
    if (left == 0) return;  // every token is forbidden
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        Candidate& candidate = candidates[i];
        if (i >= place && candidate.cut == Cut::none) candidate.cut = cut;
        candidate.filtered = i < place ? candidate.filtered / left : 0;
    }
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
    for (double& logit : result) logit -= largest + std::log(sum);
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
        candidates.push_back({.token = token, .logit = static_cast<double>(logits[place]), .probability = std::exp(own[place])});
    }
    forbid(forbidden, candidates);
    apply_temperature(sampling.temperature, candidates);
    const auto most = static_cast<std::size_t>(sampling.top_k);
    if (most > 0 && most < candidates.size()) cut_from(behind(most, candidates), Cut::top_k, candidates);
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
