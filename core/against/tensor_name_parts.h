#pragma once
/// Splits names into parts, and reads the parts within a layer. Only core/against includes this.

#include "core/against/tensor_name.h"
#include "core/import/words.h"

namespace vitrine {

/// A name with '.' instead of '/', without parts at its start that only wrap a model, such as "module." and "model.".
std::string without_wrappers(std::string name);

/// The words of all parts, one after the other.
Words joined_words(const std::vector<Words>& parts);

/// All words, except "masked" if it is not part of a module's name: "masked_mha" is the decoder's self-attention, but
/// "masked_scores" are the scores of any attention after the mask.
Words module_words(const std::vector<Words>& parts);

/// Which attention the words of modules name; `decoder`: whether the layer is a decoder's.
NamedAttention attention_named(const Words& words, bool decoder);

/// Whether the words name an attention or a part of one.
bool of_attention(const Words& words, bool decoder);

/// Guesses for a tensor within an attention. `parts`: the parts of the name after the layer's number.
std::vector<NameGuess> attention_guesses(const std::vector<Words>& parts);

/// Guesses for all other tensors of a layer: its LayerNorms, sublayers, feed-forward network and output. `sublayers`: 2 or 3; a
/// decoder without an encoder has 2.
std::vector<NameGuess> layer_guesses(const std::vector<Words>& parts, bool decoder, int sublayers, const NameContext& context);

/// Guesses for a tensor outside of the layers. `has_parts`: the file also has parts of the module whose output it is.
std::vector<NameGuess> outer_guesses(const std::vector<Words>& parts, Stack stack, bool has_parts);

}  // namespace vitrine
