#pragma once
/// What a model's folder says about generating with it.

#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/model/sentence.h"

namespace vitrine {

/// Which tokens a sentence begins and ends with, and which are never chosen: generation_config.json of `transformers`.
struct GenerationRules {
    std::int32_t first = no_token;         ///< decoder_start_token_id
    std::vector<std::int32_t> ends{};      ///< eos_token_id, one or several; empty: the model's eos
    std::int32_t forced_first = no_token;  ///< the first token after the beginning: forced_bos_token_id
    std::int32_t forced_last = no_token;   ///< the last one that the limit allows: forced_eos_token_id
    std::vector<Sentence> forbidden{};     ///< bad_words_ids and suppress_tokens, the latter as sequences of one
    std::vector<std::string> not_used{};   ///< other rules of the file, by name

    bool operator==(const GenerationRules&) const = default;
};

}  // namespace vitrine
