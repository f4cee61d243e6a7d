#pragma once
/// Where in a model of one stack the tensors stand that the Design view looks at in the paper's model.

#include <string>
#include <string_view>

#include "app/run/run.h"

namespace vitrine {

/// The path in this model of a tensor of the paper's model. In a model with one stack, the same tensor of that stack; instead of
/// the memory, the stack's output.
std::string tensor_in(const Run& run, std::string_view path);

/// The sequence whose embedding and first layer are shown: the source or, without an encoder, the only one.
Side first_side(const Run& run);

/// The first self-attention of that sequence; and the first one with a causal mask or, without a decoder, the first one.
AttentionPlace first_self_attention(const Run& run);
AttentionPlace first_causal_attention(const Run& run);

}  // namespace vitrine
