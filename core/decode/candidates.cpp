#include "core/decode/candidates.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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
    for (Candidate& candidate : candidates) {
        candidate.filtered = temperature == 0 ? double(&candidate == candidates.data())
                                              : std::exp((candidate.logit - candidates.front().logit) / temperature);
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

Sentence forbidden_after(const Sentence& tokens, const GenerationRules& rules) {
    Sentence forbidden;
    for (const Sentence& sequence : rules.forbidden) {
        if (sequence.empty() || sequence.size() > tokens.size()) continue;
        const auto before = static_cast<std::ptrdiff_t>(sequence.size()) - 1;
        if (std::equal(sequence.begin(), sequence.end() - 1, tokens.end() - before)) forbidden.push_back(sequence.back());
    }
    std::ranges::sort(forbidden);
    return forbidden;
}

std::vector<Candidate> candidates_of(std::span<const Scalar> logits, const SamplingOptions& sampling, const Sentence& forbidden) {
    const std::vector<double> own = log_probabilities(logits);
    std::vector<Candidate> candidates, crossed_out;
    candidates.reserve(logits.size());
    for (const std::int32_t token : ranked(logits)) {
        const auto place = static_cast<std::size_t>(token);
        const bool out = std::ranges::find(forbidden, token) != forbidden.end();
        (out ? crossed_out : candidates)
            .push_back({.token = token,
                        .logit = static_cast<double>(logits[place]),
                        .probability = std::exp(own[place]),
                        .cut = out ? Cut::rule : Cut::none});
    }
    if (candidates.empty()) return candidates_of(logits, sampling);
    apply_temperature(sampling.temperature, candidates);
    const auto most = static_cast<std::size_t>(sampling.top_k);
    if (most > 0 && most < candidates.size()) cut_from(most, Cut::top_k, candidates);
    if (sampling.top_p < 1) cut_from(nucleus(sampling.top_p, candidates), Cut::top_p, candidates);
    if (crossed_out.empty()) return candidates;
    std::vector<Candidate> all;
    std::ranges::merge(candidates, crossed_out, std::back_inserter(all), [](const Candidate& a, const Candidate& b) {
        return a.logit != b.logit ? a.logit > b.logit : a.token < b.token;
    });
    return all;
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
