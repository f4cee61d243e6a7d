#pragma once
/// Texts of the attention view about one pair of words, and about the keys that reach a query. All of them are made from the
/// numbers of the shown head.

#include "app/views/attention/parts.h"

namespace vitrine {

/// What is asked about the pair: "Why “student” attends to “étudiant” most", or that it may not, or that several keys have the
/// largest weight.
std::string pair_heading(const AttentionScene& scene);

/// What hides the pair, or how the pair was chosen.
std::string pair_remark(const AttentionScene& scene);

/// "the two products largest in size: feature 2, +2.3145, and feature 7, −0.8995".
std::string largest_products(const std::vector<FeatureProduct>& products);

/// "softmax: e^0.9194 = 2.5078, of 11.1502 in the whole row"; empty if the weight is not this share, or if e^score is too large
/// to be understood.
std::string softmax_words(const AttentionScene& scene);

/// One of the numbers between the products and the contribution, and how it was computed.
struct AttentionStop {
    std::string caption, number;
    const char* tensor = "";  ///< the one that the number is of, or that it is summed to: "scores"; empty: none
    bool in_question = false;
};
std::vector<AttentionStop> attention_stops(const AttentionScene& scene, double sum_of_products);

/// The lines of a note on a pair's contribution.
std::vector<std::string> contribution_note(const AttentionScene& scene, const TokenPair& pair);

/// Whether the contributions of the head's keys really reach the query.
enum class Reach : std::uint8_t {
    whole,
    silenced,  ///< the head is silenced
    off,       ///< its attention is switched off
    by_hand,   ///< numbers after the weights were set by hand
};
Reach reach_of(const Run& run, const AttentionPlace& place, const HeadPlace& head, Size query);
const char* reach_title(Reach reach);
std::string reach_text(const AttentionScene& scene, Reach reach);

/// The keys for which bars are drawn: all that the query sees or has a weight on. If there are very many, those that contribute
/// most, largest first.
struct ReachingKeys {
    std::vector<Size> keys;
    Size hidden = 0;  ///< keys that are hidden and have no weight
    Size folded = 0;  ///< further keys, none of which contributes more than those in `keys`
};
ReachingKeys reaching_keys(const HeadDetail& detail, Size query);

/// Says what is left out; empty if nothing is.
std::string rest_words(const ReachingKeys& shown);

}  // namespace vitrine
