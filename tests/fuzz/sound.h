#pragma once
/// Sound models and files to be damaged, and the use of a model that was read.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/io/model.h"
#include "core/tensor/random.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine::fuzz {

/// A random model with words, sentences and all parameters set.
Model sound_model(Random& random);

/// Tokenizers of some dozens to some hundreds of tokens.
const Tokenizer& sound_tokenizer(Random& random);

/// A text of words, characters of several scripts and invalid UTF-8.
std::string any_text(Random& random);

/// Runs the model forward and, with labels, backward; names all tensors, and writes the listing. Throws Finding or Error.
void use_model(const Model& model);

/// Whether use_model() is quick.
bool is_small(const Configuration& configuration);

/// The object in a text that is sound.
nlohmann::ordered_json parsed(const std::string& text);

}  // namespace vitrine::fuzz
