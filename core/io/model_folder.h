#pragma once
/// What the files of a model folder are called.

#include <array>

namespace vitrine::model_folder {

inline constexpr const char* weights = "model.safetensors";
inline constexpr const char* training = "training.safetensors";  ///< left by training, to go on from
inline constexpr const char* configuration = "config.json";
inline constexpr const char* source_vocabulary = "src_vocabulary.json";
inline constexpr const char* target_vocabulary = "tgt_vocabulary.json";
inline constexpr const char* tokenizer = "tokenizer.json";  ///< where words are pieces that a tokenizer makes of a text
inline constexpr const char* sentences = "sentences.json";  ///< left by training, for the model to open on

inline constexpr std::array all{weights, training, configuration, source_vocabulary, target_vocabulary, tokenizer, sentences};

}  // namespace vitrine::model_folder
