#pragma once
/// What the name of another program's tensor says: its stack and layer, and what it may be there.

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/against/recorded_trace.h"
#include "core/import/modules.h"
#include "core/model/configuration.h"

namespace vitrine {

enum class NamedPart : std::uint8_t {
    embedding,
    scaled,
    positions,
    sum,
    stack_input,  ///< the input of the first layer
    embedding_norm,
    query,
    key,
    value,
    scores,
    masked_scores,
    weights,
    dropped_weights,
    context,
    merged,
    attention_output,
    dropped_output,
    residual,
    norm,
    sublayer_end,  ///< the output with the residual connection, and with the LayerNorm if that comes last
    linear1,
    activation,
    dropped_activation,
    linear2,
    dropped_linear2,
    layer_end,
    stack_norm,
    stack_end,
    logits,
    probabilities,
    log_probabilities,
    token_loss,
    loss,
};

/// One thing that a name may mean.
struct NameGuess {
    NamedPart part;
    int rank = 0;    ///< 0: the name says so; larger: less likely
    int number = 0;  ///< the number of a norm, residual or sublayer, from 1

    bool operator==(const NameGuess&) const = default;
};

enum class NamedAttention : std::uint8_t { none, self, cross };

struct TensorName {
    Stack stack = Stack::none;  ///< none: either one, as the shape says
    std::optional<int> layer{};
    NamedAttention attention = NamedAttention::none;
    std::vector<NameGuess> guesses;
    std::string pattern;  ///< equal for names that differ only in stack, layer and attention
};

/// What has to be known about the whole file to read one of its names.
struct NameContext {
    std::set<std::string> names;   ///< every name, without "gradients." and the like
    bool layers_from_one = false;  ///< whether layers are counted from 1
    bool norms_from_zero = false;  ///< whether the LayerNorms of a layer are counted from 0

    /// Whether the file also has parts of this module.
    bool has_parts(const std::string& name) const;
};

NameContext context_of(std::span<const std::string> names, const Configuration& configuration);

/// Reads a name. Without guesses, the name says nothing.
TensorName read_name(const std::string& base, const NameContext& context, const Configuration& configuration);

/// The paths of our tensors that a guess stands for: of both sides if the name does not say the stack.
std::vector<std::string> paths_of(const TensorName& name, const NameGuess& guess, const Configuration& configuration);

}  // namespace vitrine
