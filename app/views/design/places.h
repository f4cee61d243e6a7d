#pragma once
/// Where in a model of one stack the tensors stand that the Design view looks at in the paper's model.

#include <string>
#include <string_view>

#include "app/run/run.h"

namespace vitrine {

/// The name that a tensor of the paper's model has in this one: in a model of one stack the same tensor of that stack, in place of
/// the memory what the stack puts out.
std::string tensor_in(const Run& run, std::string_view path);

/// The sequence whose embedding and first layer are looked at: the source or, without an encoder, the only one.
Side first_side(const Run& run);

/// The first self-attention of that sequence, and the first one with a causal mask or, without a decoder, the first.
AttentionPlace first_self_attention(const Run& run);
AttentionPlace first_causal_attention(const Run& run);

}  // namespace vitrine
