#pragma once
/// The parts of a tokenizer as objects in tokenizer.json. Reading throws Error naming the field and the reason if a part is
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

/// The vocabulary and the merges of a model; empty if its kind is not supported.
ModelLists lists_in(const nlohmann::json& json, const std::string& path);

/// A model with these lists, no matter what the object has instead of them.
SubwordModel model_from(const nlohmann::json& json, const std::string& path, ModelLists lists);

/// Throws Error if the model is stored in a file of its own.
nlohmann::ordered_json json_of(const SubwordModel& model);

PostProcessor post_processor_from(const nlohmann::json& json, const std::string& path);
nlohmann::ordered_json json_of(const PostProcessor& post_processor);

TokenDecoder decoder_from(const nlohmann::json& json, const std::string& path);
nlohmann::ordered_json json_of(const TokenDecoder& decoder);

}  // namespace vitrine
