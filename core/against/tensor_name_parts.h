#pragma once
/// Parts of a name, and what those within a layer mean. Only core/against includes this.

#include "core/against/tensor_name.h"
#include "core/import/words.h"

namespace vitrine {

/// A name with '.' for '/', and without the parts in front that only wrap a model, such as "module." and "model.".
std::string without_wrappers(std::string name);

/// The words of all parts, one behind the other.
Words joined_words(const std::vector<Words>& parts);

/// All words but a "masked" that is not of a module: "masked_mha" is the decoder's self-attention, "masked_scores" in any attention
/// its scores with the mask.
Words module_words(const std::vector<Words>& parts);

/// Which attention the words of modules name; `decoder`: whether they are of a decoder's layer.
NamedAttention attention_named(const Words& words, bool decoder);

/// Whether the words name an attention or a part of one.
bool of_attention(const Words& words, bool decoder);

/// Guesses for a tensor within an attention. `parts`: those behind the layer's number.
std::vector<NameGuess> attention_guesses(const std::vector<Words>& parts);

/// Guesses for anything else of a layer: its LayerNorms, sublayers, feed-forward network and itself. `sublayers`: 2 or 3; a
/// decoder alone has 2.
std::vector<NameGuess> layer_guesses(const std::vector<Words>& parts, bool decoder, int sublayers, const NameContext& context);

/// Guesses for a tensor outside of the layers. `has_parts`: the file has parts of the module that it is the output of.
std::vector<NameGuess> outer_guesses(const std::vector<Words>& parts, Stack stack, bool has_parts);

}  // namespace vitrine
