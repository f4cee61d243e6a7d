#include "core/model/activations.h"

#include <algorithm>

#include "core/model/description.h"

namespace vitrine {

namespace {

/// Gives a stack's activations as many layers and sublayers as `like` has; take(from, to) copies what a sublayer is.
template <class Stack, class Take>
void shape(const Stack& like, StackActivations& stack, Take&& take) {
    stack.layers.resize(like.layers.size());
    for (std::size_t i = 0; i < like.layers.size(); ++i) {
        const auto& sublayers = like.layers[i].sublayers;
        stack.layers[i].sublayers.resize(sublayers.size());
        for (std::size_t k = 0; k < sublayers.size(); ++k) take(sublayers[k], stack.layers[i].sublayers[k]);
    }
}

void shape(const StackDescription& description, StackActivations& stack) {
    shape(description, stack, [](const SublayerDescription& from, SublayerActivations& to) {
        to.kind = from.kind;
        to.norm_placement = from.norm_placement;
    });
}

void shape_like(const StackActivations& other, StackActivations& stack) {
    shape(other, stack, [](const SublayerActivations& from, SublayerActivations& to) {
        to.kind = from.kind;
        to.norm_placement = from.norm_placement;
    });
}

}  // namespace

const SublayerActivations& LayerActivations::of(SublayerKind kind) const {
    return *std::ranges::find(sublayers, kind, &SublayerActivations::kind);
}

void shape_stacks(const ModelDescription& model, Activations& a) {
    shape(model.encoder, a.encoder);
    shape(model.decoder, a.decoder);
}

void shape_stacks_like(const Activations& other, Activations& a) {
    shape_like(other.encoder, a.encoder);
    shape_like(other.decoder, a.decoder);
}

}  // namespace vitrine
