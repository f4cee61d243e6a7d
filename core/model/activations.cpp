#include "core/model/activations.h"

#include <algorithm>

#include "core/model/description.h"

namespace vitrine {

namespace {

/// Says whether the model has a norm. Empties the norm of a model that had one.
void take_presence(bool present, LayerNormActivations& norm) {
    if (!present && norm.present) visit_tensors([](Tensor& tensor) { tensor.clear(); }, norm);
    norm.present = present;
}

void shape(const AttentionDescription& from, AttentionActivations& to) {
    const bool normed = from.query_key_norm != QueryKeyNorm::none;
    take_presence(normed, to.query_norm), take_presence(normed, to.key_norm);
}

void shape(const AttentionActivations& from, AttentionActivations& to) {
    take_presence(from.query_norm.present, to.query_norm), take_presence(from.key_norm.present, to.key_norm);
}

/// Gives a stack's activations as many layers and sublayers as `like`, a description or other activations, and makes the sublayers
/// what they are there.
template <class Stack>
void shape_stack(const Stack& like, StackActivations& stack) {
    stack.layers.resize(like.layers.size());
    for (std::size_t i = 0; i < like.layers.size(); ++i) {
        const auto& sublayers = like.layers[i].sublayers;
        stack.layers[i].sublayers.resize(sublayers.size());
        for (std::size_t k = 0; k < sublayers.size(); ++k) {
            const auto& from = sublayers[k];
            SublayerActivations& to = stack.layers[i].sublayers[k];
            to.kind = from.kind;
            to.norm_placement = from.norm_placement;
            shape(from.attention, to.attention);
            take_presence(from.norm_placement == NormPlacement::around, to.post_norm);
        }
    }
}

}  // namespace

const SublayerActivations& LayerActivations::of(SublayerKind kind) const {
    return *std::ranges::find(sublayers, kind, &SublayerActivations::kind);
}

void shape_stacks(const ModelDescription& model, Activations& a) {
    shape_stack(model.encoder, a.encoder);
    shape_stack(model.decoder, a.decoder);
    shape(model.lone.attention, a.attention.parts);
}

void shape_stacks_like(const Activations& other, Activations& a) {
    shape_stack(other.encoder, a.encoder);
    shape_stack(other.decoder, a.decoder);
    shape(other.attention.parts, a.attention.parts);
}

}  // namespace vitrine
