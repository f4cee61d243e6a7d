#include "core/model/activations.h"

#include <algorithm>

namespace vitrine {

namespace {

void shape(const Configuration& c, StackKind kind, StackActivations& stack) {
    const bool exists = kind == StackKind::encoder ? c.has_encoder() : c.has_decoder();
    const std::span<const SublayerKind> sublayers = sublayers_of(c, kind);
    stack.layers.resize(exists ? static_cast<std::size_t>(c.layers(kind)) : 0);
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
    shape(c, StackKind::encoder, a.encoder);
    shape(c, StackKind::decoder, a.decoder);
}

void shape_stacks_like(const Activations& other, Activations& a) {
    shape_like(other.encoder, a.encoder);
    shape_like(other.decoder, a.decoder);
}

}  // namespace vitrine
