#pragma once
/// What somebody wants of a decoding: how the next word is chosen, and when there are enough.

#include <cstdint>

#include "core/model/configuration.h"
#include "core/model/sentence.h"

namespace vitrine {

enum class Strategy : std::uint8_t {
    greedy,  ///< the likeliest word each time
    sample,  ///< a word drawn by its probability
    beam,    ///< several sentences at once, of which the best go on
};

/// What is done to the model's distribution before a word is drawn from it, in this order.
struct SamplingOptions {
    double temperature = 1;  ///< logits are divided by it, ≥ 0; 0: the likeliest word has all
    Size top_k = 0;          ///< only so many of the likeliest words are left; 0: all
    double top_p = 1;        ///< of these, as few of the likeliest as have this share together (nucleus), in (0, 1]

    bool operator==(const SamplingOptions&) const = default;
};

enum class CacheUse : std::uint8_t {
    where_valid,  ///< keys and values are kept from word to word, unless earlier ones would change; see cache_refusal()
    none,         ///< the whole decoder runs again for every word
};

struct DecodeOptions {
    Strategy strategy = Strategy::greedy;
    Size max_new_tokens = 0;  ///< at most so many words after bos, eos included; 0: the source's length + 50 (section 6.1)
    SamplingOptions sampling{};
    std::uint64_t seed = 1;       ///< of what is drawn
    Size beams = 4;               ///< how many sentences a beam search goes on with (section 6.1)
    double length_penalty = 0.6;  ///< α: log P is divided by ((5 + length) / 6)^α (section 6.1; Wu et al. 2016, equation 14)
    bool early_stopping = true;   ///< a beam search ends when `beams` sentences have ended, even if another could still beat them
    Size n_best = 1;              ///< how many sentences are wanted: at most `beams`, or that many draws; greedily there is one
    CacheUse cache = CacheUse::where_valid;
    Sentence forced = {};      ///< the first words after bos, chosen by hand
    bool stops_at_eos = true;  ///< false: goes on to max_new_tokens, to measure

    bool operator==(const DecodeOptions&) const = default;
};

/// Throws Error naming the option where it cannot be had.
void check(const DecodeOptions& options, const Configuration& configuration);

/// How many words may come at most after bos: what was asked for, or what goes without saying, within a learned table of positions.
Size most_new_tokens(const DecodeOptions& options, const Configuration& configuration, Size source_length);

/// ((5 + length) / 6)^α. The length counts eos, but not bos.
double length_penalty(Size length, double alpha);

}  // namespace vitrine
