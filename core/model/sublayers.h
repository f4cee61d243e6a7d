#pragma once
/// What a layer is made of (section 3.1, figure 1): sublayers, each with a residual connection and a LayerNorm around it.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/model/configuration.h"

namespace vitrine {

enum class SublayerKind : std::uint8_t { self_attention, cross_attention, feed_forward };

/// The sublayers of every layer of an encoder and of a decoder, in order of computation.
inline constexpr std::array encoder_sublayers{SublayerKind::self_attention, SublayerKind::feed_forward};
inline constexpr std::array decoder_sublayers{SublayerKind::self_attention, SublayerKind::cross_attention,
                                              SublayerKind::feed_forward};

/// A stack's name in paths of tensors, and the stack that a path is of. Requires: the path is that of a tensor in a stack.
constexpr std::string_view name(StackKind stack) { return stack == StackKind::encoder ? "encoder" : "decoder"; }
constexpr StackKind stack_of(std::string_view path) {
    return path.starts_with(name(StackKind::decoder)) ? StackKind::decoder : StackKind::encoder;
}

/// "encoder.layers.0".
inline std::string layer_path(StackKind stack, std::size_t layer) {
    return std::string(name(stack)) + ".layers." + std::to_string(layer);
}

/// The norm after a stack's last layer: "encoder.norm".
inline std::string norm_after(StackKind stack) { return std::string(name(stack)) + ".norm"; }

/// The sublayers of every layer of a model's stack: cross-attention exists only if the model has both stacks.
inline std::span<const SublayerKind> sublayers_of(const Configuration& c, StackKind stack) {
    if (stack == StackKind::decoder && c.has_encoder()) return decoder_sublayers;
    return encoder_sublayers;
}

/// Its name in paths of tensors: "self_attn", "cross_attn", "ffn".
constexpr std::string_view name(SublayerKind kind) {
    constexpr std::array<std::string_view, 3> names{"self_attn", "cross_attn", "ffn"};
    return names[static_cast<std::size_t>(kind)];
}

/// The name of the norm behind a sublayer that has another one before it: "post_attn_norm".
constexpr std::string_view post_norm_name(SublayerKind kind) {
    constexpr std::array<std::string_view, 3> names{"post_attn_norm", "post_cross_attn_norm", "post_ffn_norm"};
    return names[static_cast<std::size_t>(kind)];
}

/// The names of the residual connection and of the LayerNorm of a layer's sublayer, which is counted from 0: "residual1", "norm1"
/// belong to the first.
constexpr std::array<std::string_view, 3> residual_names{"residual1", "residual2", "residual3"};
constexpr std::array<std::string_view, 3> norm_names{"norm1", "norm2", "norm3"};

}  // namespace vitrine
