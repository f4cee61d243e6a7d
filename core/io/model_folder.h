#pragma once
/// File names in a model folder.

#include <array>

namespace vitrine::model_folder {

inline constexpr const char* weights = "model.safetensors";
inline constexpr const char* training = "training.safetensors";  ///< the checkpoint, to resume training
inline constexpr const char* history = "history.safetensors";    ///< the moments of its training, if they are kept
inline constexpr const char* configuration = "config.json";
inline constexpr const char* generation = "generation_config.json";  ///< in a folder of Hugging Face's
inline constexpr const char* source_vocabulary = "src_vocabulary.json";
inline constexpr const char* target_vocabulary = "tgt_vocabulary.json";
inline constexpr const char* tokenizer = "tokenizer.json";  ///< if tokens are subwords
inline constexpr const char* sentences = "sentences.json";  ///< the batch that the model opens with, left by training
inline constexpr const char* mapping = "mapping.json";      ///< of an imported model: the tensors, with their names in its file,
                                                            ///< that it was made of

/// The files that saving a model replaces.
inline constexpr std::array all{weights,           training,          history,   configuration,
                                source_vocabulary, target_vocabulary, tokenizer, sentences};

}  // namespace vitrine::model_folder
