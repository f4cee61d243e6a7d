#pragma once
/// Which of a model's attentions is meant, by kind and layer, and where its numbers are.

#include <optional>
#include <string>
#include <string_view>

#include "core/model/activations.h"
#include "core/model/design.h"
#include "core/model/parameters.h"
#include "core/trace/outline_operations.h"

namespace vitrine {

/// One attention of a model. Every layer of a stack has one of each kind that the stack has.
struct AttentionPlace {
    AttentionKind kind = AttentionKind::cross;
    Size layer = 0;

    auto operator<=>(const AttentionPlace&) const = default;
};

/// One head on one sentence of the batch.
struct HeadPlace {
    Size sentence = 0, head = 0;

    auto operator<=>(const HeadPlace&) const = default;
};

/// "decoder.layers.0.cross_attn": its block in the outline.
std::string path_of(const AttentionPlace& place);

/// The attention a path leads into, whether block or tensor; nothing where it leads elsewhere.
std::optional<AttentionPlace> attention_at(std::string_view path);

/// How many layers have an attention of a kind.
Size attention_layers(const Configuration& configuration, AttentionKind kind);

/// Whose words ask, and whose answer.
Side asking_side(AttentionKind kind);
Side answering_side(AttentionKind kind);

/// What a pass has recorded there, and the parameters that it uses there. The place is one the model has.
const AttentionActivations& attention_of(const Activations& activations, const AttentionPlace& place);
const AttentionParameters& attention_of(const Parameters& parameters, const AttentionPlace& place, const Design& design = {});

}  // namespace vitrine
