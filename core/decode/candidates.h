#pragma once
/// The candidates for the next token: their probabilities, and what temperature, top-k and top-p make of these.

#include <span>
#include <vector>

#include "core/decode/options.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// The filter that excluded a token; forbidden: a rule of the model's folder, before the others.
enum class Cut : std::uint8_t { none, top_k, top_p, forbidden };

struct Candidate {
    std::int32_t token = 0;
    double logit = 0;
    double probability = 0;  ///< of the model itself: softmax of the logits
    double filtered = 0;     ///< probability of being drawn: softmax(logits / temperature), 0 if excluded, renormalised
    Cut cut = Cut::none;
};

/// The sampling options of a strategy that samples; without effect for the others.
SamplingOptions sampling_of(const DecodeOptions& options);

/// All tokens by descending logit, ties by ascending id. Top-k keeps k tokens. Top-p then keeps the most probable tokens until the
/// sum of their renormalised probabilities reaches p, so at least one. Tokens with a logit of −∞ have probability 0 and come last.
/// Forbidden tokens stand where their logits place them, but are not drawn, and count neither for top-k nor for top-p.
/// Requires: no logit is NaN or +∞, and not all are −∞.
std::vector<Candidate> candidates_of(std::span<const Scalar> logits, const SamplingOptions& sampling,
                                     std::span<const std::int32_t> forbidden = {});

/// The index of the candidate drawn by a uniform number from [0, 1): the first whose cumulated probability exceeds it.
std::size_t draw(std::span<const Candidate> candidates, double uniform);

/// The sum of the probabilities of all candidates before `place`, where the interval of that candidate starts.
double share_before(std::span<const Candidate> candidates, std::size_t place);

/// log softmax of the logits, computed in double.
std::vector<double> log_probabilities(std::span<const Scalar> logits);

}  // namespace vitrine
