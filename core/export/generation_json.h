#pragma once
/// A decoding as JSON.

#include <nlohmann/json_fwd.hpp>

#include "core/decode/generation.h"
#include "core/io/model_text.h"

namespace vitrine {

enum class GenerationDetail {
    sentences,
    steps,  ///< with the record of every token
};

/// An array, best first, of {tokens, text, log_probability, score, finished}; tokens include bos and, if finished, eos. Where the
/// model's folder has rules of its own there is also `rules`: {forbidden: [sequence of ids, …], first, last}, each if it is there.
///
/// With GenerationDetail::steps each object also has `steps`, one object per token: {step, after, token, word, probability,
/// log_probability, score, rank, reason, why, forced, fate, drawn, candidates: [{token, word, logit, probability, filtered, cut}],
/// forbidden, more: {count, probability}, considered: [{token, word, after, log_probability, score, fate}], cache: {reused, added},
/// multiplications: {with_cache, without_cache}, microseconds}. `candidates` lists the most probable tokens, at most 50, and `more`
/// summarises the rest. `cut` is null, "top_k", "top_p" or "forbidden", and `forbidden` are all ids that the rules do not allow
/// there; `drawn` is null if nothing was drawn. Numbers JSON cannot hold are
/// "-inf", "inf" and "nan".
nlohmann::ordered_json generation_json(const Generation& generation, const TargetText& target,
                                       GenerationDetail detail = GenerationDetail::sentences);

}  // namespace vitrine
