#pragma once
/// A decoding as JSON: the sentences it has found, and how.

#include <nlohmann/json_fwd.hpp>

#include "core/decode/generation.h"
#include "core/io/model_text.h"

namespace vitrine {

enum class GenerationDetail {
    sentences,
    steps,  ///< with the record of every word
};

/// An array, best first, of {tokens, text, log_probability, score, finished}; tokens with bos and, where it was reached, eos.
///
/// With steps each has one entry more, `steps`, with an object for every word on the way to it: {step, after, token, word,
/// probability, log_probability, score, rank, reason, why, forced, fate, drawn, candidates: [{token, word, logit, probability,
/// filtered, cut}], more: {count, probability}, considered: [{token, word, after, log_probability, score, fate}], cache: {reused,
/// added}, multiplications: {with_cache, without_cache}, microseconds}. Candidates are all words, the likeliest first, or where
/// there are many the first 50 of them, and `more` says what is left out. `cut` is null, "top_k" or "top_p"; `drawn` is null where
/// nothing was. Numbers JSON cannot hold are "-inf", "inf" and "nan".
nlohmann::ordered_json generation_json(const Generation& generation, const TargetText& target,
                                       GenerationDetail detail = GenerationDetail::sentences);

}  // namespace vitrine
