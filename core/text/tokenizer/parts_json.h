#pragma once
/// Each part of a tokenizer as its object in tokenizer.json. Reading throws Error naming the field, and the reason, where it is
/// broken or of a kind that is not supported.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/text/tokenizer/model_lists.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

Normaliser normaliser_from(const nlohmann::json& json, const std::string& path);
nlohmann::ordered_json json_of(const Normaliser& normaliser);

PreTokenizer pre_tokenizer_from(const nlohmann::json& json, const std::string& path);
nlohmann::ordered_json json_of(const PreTokenizer& pre_tokenizer);

/// The vocabulary and the merges of a model; none for a kind that is not supported.
ModelLists lists_in(const nlohmann::json& json, const std::string& path);

/// A model with these lists, whatever stands in their places.
SubwordModel model_from(const nlohmann::json& json, const std::string& path, ModelLists lists);

/// Throws Error for a model that has a file of its own.
nlohmann::ordered_json json_of(const SubwordModel& model);

PostProcessor post_processor_from(const nlohmann::json& json, const std::string& path);
nlohmann::ordered_json json_of(const PostProcessor& post_processor);

TokenDecoder decoder_from(const nlohmann::json& json, const std::string& path);
nlohmann::ordered_json json_of(const TokenDecoder& decoder);

}  // namespace vitrine
