#pragma once
/// Names an attention of a model by kind and layer, and finds its tensors.

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

/// One head in one sentence of the batch.
struct HeadPlace {
    Size sentence = 0, head = 0;

    auto operator<=>(const HeadPlace&) const = default;
};

/// The path of its block in the outline: "decoder.layers.0.cross_attn".
std::string path_of(const AttentionPlace& place);

/// The attention that contains the block or tensor with this path; empty if none does.
std::optional<AttentionPlace> attention_at(std::string_view path);

/// The number of layers with an attention of this kind.
Size attention_layers(const Configuration& configuration, AttentionKind kind);

/// The sequence of the queries, and the sequence of the keys.
Side side_of_queries(AttentionKind kind);
Side side_of_keys(AttentionKind kind);

/// The recorded tensors of an attention, and the parameters it uses. Requires: the model has this attention.
const AttentionActivations& attention_of(const Activations& activations, const AttentionPlace& place);
const AttentionParameters& attention_of(const Parameters& parameters, const AttentionPlace& place, const Design& design = {});

}  // namespace vitrine
