#pragma once
/// The words that may come next: the model's distribution, and what temperature, top-k and top-p leave of it.

#include <cstdint>
#include <span>
#include <vector>

#include "core/decode/options.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// What has kept a word from being drawn.
enum class Cut : std::uint8_t { none, top_k, top_p };

struct Candidate {
    std::int32_t token = 0;
    double logit = 0;
    double probability = 0;  ///< the model's own: softmax of the logits
    double filtered = 0;     ///< what it is drawn with: softmax of the logits over the temperature, 0 where cut, renormalised
    Cut cut = Cut::none;
};

/// What is cut before a word is drawn; nothing, where none is drawn.
SamplingOptions cuts_of(const DecodeOptions& options);

/// Every word, the likeliest first, of equal ones the lower id. Top-k counts words, ties going to the lower id; top-p takes words
/// until their shares of what top-k has left reach p, the one that reaches it among them, so that one is always left. Logits of −∞
/// have probability 0 and are cut last; none is NaN.
std::vector<Candidate> candidates_of(std::span<const Scalar> logits, const SamplingOptions& sampling);

/// Where in the list the word is that a number from [0, 1) falls on, the shares laid out one after another in the list's order.
std::size_t draw(std::span<const Candidate> candidates, double uniform);

/// The share of all drawings that lies before a candidate: it is drawn by numbers from here to here plus its own share.
double share_before(std::span<const Candidate> candidates, std::size_t place);

/// log softmax of the logits, in double.
std::vector<double> log_probabilities(std::span<const Scalar> logits);

}  // namespace vitrine
