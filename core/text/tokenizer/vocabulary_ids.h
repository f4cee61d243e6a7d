#pragma once
/// Vocabularies as JSON objects of tokens and their ids: {"the": 17, …}.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/text/vocabulary.h"

namespace vitrine {

using TokenIds = std::vector<std::pair<std::string, std::int32_t>>;

/// Throws Error naming the field if it is something else.
TokenIds ids_in(const nlohmann::json& json, const std::string& field);

/// Ids may be missing. Throws Error naming the field if a token is empty, or if an id is negative, taken twice or far larger than
/// the number of tokens.
Vocabulary vocabulary_from_ids(TokenIds ids, const std::string& field);

}  // namespace vitrine
