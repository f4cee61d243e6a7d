#pragma once
/// What the name of another program's tensor says: the stack and layer that it is of, and what it may be there.

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
    stack_input,  ///< what the first layer reads
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
    sublayer_end,  ///< with its residual connection, and its LayerNorm where that comes last
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
    int rank = 0;    ///< 0: the name says so; more: less likely
    int number = 0;  ///< of a norm, residual or sublayer, from 1

    bool operator==(const NameGuess&) const = default;
};

enum class NamedAttention : std::uint8_t { none, self, cross };

struct TensorName {
    Stack stack = Stack::none;  ///< none: both, as the shape says
    std::optional<int> layer{};
    NamedAttention attention = NamedAttention::none;
    std::vector<NameGuess> guesses;
    std::string pattern;  ///< equal where names differ by stack, layer and attention alone
};

/// What has to be known of the whole file to read one of its names.
struct NameContext {
    std::set<std::string> names;   ///< every name, without "gradients." and the like
    bool layers_from_one = false;  ///< whether layers are counted from 1
    bool norms_from_zero = false;  ///< whether the LayerNorms of a layer are

    /// Whether the file has parts of this module, too.
    bool has_parts(const std::string& name) const;
};

NameContext context_of(std::span<const std::string> names, const Configuration& configuration);

/// No guesses: the name says nothing.
TensorName read_name(const std::string& base, const NameContext& context, const Configuration& configuration);

/// The paths of our tensors that a guess means; those of both sides where the name tells no stack.
std::vector<std::string> paths_of(const TensorName& name, const NameGuess& guess, const Configuration& configuration);

}  // namespace vitrine
