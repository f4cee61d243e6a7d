#pragma once
/// Names an attention of a model by kind and layer, and finds its tensors.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/activations.h"
#include "core/model/design.h"
#include "core/model/parameters.h"
#include "core/trace/outline_operations.h"

namespace vitrine {

/// An attention of a model.
struct AttentionPlace {
    AttentionKind kind = AttentionKind::cross;
    Size layer = 0;

    auto operator<=>(const AttentionPlace&) const = default;
};

/// The kinds in the order of the computation. A model has only the kinds that occur in its layers.
inline constexpr std::array every_attention_kind{AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross,
                                                 AttentionKind::alone};

/// One head in one sentence of the batch.
struct HeadPlace {
    Size sentence = 0, head = 0;

    auto operator<=>(const HeadPlace&) const = default;
};

/// The path of its block in the outline: "decoder.layers.0.cross_attn"; "attention" if it is alone.
std::string path_of(const AttentionPlace& place);

/// The attention that contains the block or tensor with this path; empty if none does.
std::optional<AttentionPlace> attention_at(std::string_view path);

/// The number of layers with an attention of this kind; 1 if it is alone.
Size attention_layers(const Configuration& configuration, AttentionKind kind);

/// The attention that a view begins with: the first cross-attention, or the only one there is.
AttentionPlace first_attention(const Configuration& configuration);

/// The sequence of the queries, and the sequence of the keys.
Side side_of_queries(AttentionKind kind);
Side side_of_keys(AttentionKind kind);

/// What an attention computes. Requires: the model has this attention.
const AttentionDescription& attention_of(const ModelDescription& model, const AttentionPlace& place);

/// The recorded tensors of an attention, and the parameters it uses. Requires: the model has this attention.
const AttentionActivations& attention_of(const Activations& activations, const AttentionPlace& place);
const AttentionParameters& attention_of(const Parameters& parameters, const AttentionPlace& place, const Design& design = {});

}  // namespace vitrine
