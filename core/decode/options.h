#pragma once
/// Options of a decoding: how the next token is chosen, and when to stop.

#include <cstdint>

#include "core/model/configuration.h"
#include "core/model/generation_rules.h"
#include "core/model/sentence.h"

namespace vitrine {

enum class Strategy : std::uint8_t {
    greedy,  ///< the most probable token
    sample,  ///< a token drawn by its probability
    beam,    ///< beam search: keeps the best few sentences
};

/// Changes to the model's distribution before sampling, applied in this order.
struct SamplingOptions {
    double temperature = 1;  ///< divisor of the logits, ≥ 0; 0: all probability on the most probable token
    Size top_k = 0;          ///< keep the k most probable tokens; 0: all
    double top_p = 1;        ///< of these, keep the fewest most probable ones that sum to this probability (nucleus), in (0, 1]

    bool operator==(const SamplingOptions&) const = default;
};

/// The largest number of sentences that grow side by side, as beams or draws: many times more than is useful, since each costs
/// real work.
constexpr Size most_sentences = 1000;

enum class CacheUse : std::uint8_t {
    where_valid,  ///< cache keys and values, unless that gives wrong results, see cache_refusal()
    none,         ///< recompute all positions for every token
};

struct DecodeOptions {
    Strategy strategy = Strategy::greedy;
    Size max_new_tokens = 0;  ///< limit of tokens after bos or the prompt, including eos; 0: the source's length + 50 (section
                              ///< 6.1), or 50 in a decoder alone
    SamplingOptions sampling{};
    std::uint64_t seed = 1;       ///< of the random draws
    Size beams = 4;               ///< beam size (section 6.1), 1 … most_sentences
    double length_penalty = 0.6;  ///< α: log P is divided by ((5 + length) / 6)^α (section 6.1; Wu et al. 2016, equation 14)
    bool early_stopping = true;   ///< beam search ends with `beams` finished sentences, even if a growing one could win
    Size n_best = 1;  ///< number of results: ≤ `beams` for beam search, ≤ most_sentences draws for sampling, 1 for greedy
    CacheUse cache = CacheUse::where_valid;
    std::int32_t first = no_token;  ///< the token that a sentence begins with; no_token: the model's bos
    Sentence forced = {};           ///< the next tokens, chosen by hand
    GenerationRules rules = {};     ///< the rules of the model's folder, if it has any
    bool stops_at_eos = true;       ///< false: always decode max_new_tokens, for measurements

    bool operator==(const DecodeOptions&) const = default;
};

/// The token that a sentence begins with; no_token if neither options nor rules nor model have one.
std::int32_t first_token(const DecodeOptions& options, const Configuration& configuration);

/// Throws Error naming the option that is invalid or missing.
void check(const DecodeOptions& options, const Configuration& configuration);

/// The limit of tokens after bos or, in a decoder alone, after the prompt: max_new_tokens, or a default that leaves no token
/// without a position. `source_length`: the length of the source or of the prompt.
Size most_new_tokens(const DecodeOptions& options, const Configuration& configuration, Size source_length);

/// ((5 + length) / 6)^α (Wu et al. 2016, equation 14). `length` counts eos, but not bos.
double length_penalty(Size length, double alpha);

}  // namespace vitrine
