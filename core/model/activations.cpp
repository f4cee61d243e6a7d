#include "core/model/activations.h"

#include <algorithm>

namespace vitrine {

namespace {

void shape(StackActivations& stack, Size layers, std::span<const SublayerKind> sublayers) {
    stack.layers.resize(static_cast<std::size_t>(layers));
    for (LayerActivations& layer : stack.layers) {
        layer.sublayers.resize(sublayers.size());
        for (std::size_t i = 0; i < sublayers.size(); ++i) layer.sublayers[i].kind = sublayers[i];
    }
}

void shape_like(const StackActivations& other, StackActivations& stack) {
    stack.layers.resize(other.layers.size());
    for (std::size_t i = 0; i < other.layers.size(); ++i) {
        const auto& sublayers = other.layers[i].sublayers;
        stack.layers[i].sublayers.resize(sublayers.size());
        for (std::size_t k = 0; k < sublayers.size(); ++k) stack.layers[i].sublayers[k].kind = sublayers[k].kind;
    }
}

}  // namespace

const SublayerActivations& LayerActivations::of(SublayerKind kind) const {
    return *std::ranges::find(sublayers, kind, &SublayerActivations::kind);
}

void shape_stacks(const Configuration& c, Activations& a) {
    shape(a.encoder, c.num_encoder_layers, encoder_sublayers);
    shape(a.decoder, c.num_decoder_layers, decoder_sublayers);
}

void shape_stacks_like(const Activations& other, Activations& a) {
    shape_like(other.encoder, a.encoder);
    shape_like(other.decoder, a.decoder);
}

}  // namespace vitrine
