#pragma once
/// The outline of a run: its operations in order, with their inputs and outputs. It depends on the configuration, the regime and
/// the partial residuals, and is made once for these. It is the only place that defines the order of operations.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/activations.h"
#include "core/model/description.h"
#include "core/model/parameter_names.h"
#include "core/model/regime.h"
#include "core/ops/dependence.h"
#include "core/pass/interventions.h"

namespace vitrine {

/// The role of a tensor in the paper's terms; each role has its colour on screen.
enum class Role : std::uint8_t { tokens, query, key, value, attention, residual, feed_forward, output };

/// The sequence whose tokens an axis runs over.
enum class Side : std::uint8_t { none, source, target };

enum class Operation : std::uint8_t {
    inputs,  ///< the vectors that are the input of one attention alone
    embedding,
    projection_of_embedding,
    scaling,
    positions,
    layer_norm,
    projections,  ///< Q, K, V
    head_norm,    ///< of Q and K
    rotation,     ///< of Q and K by their positions
    scores,
    scores_cap,
    position_bias,
    mask,
    softmax,
    context,
    merge,
    dropout,
    residual,
    linear1,
    gate,
    activation,
    gating,
    linear2,
    memory,
    head_linear,  ///< before the logits
    output_scaling,
    projection_of_output,
    logits,
    logits_cap,
    probabilities,
    predictions,
    class_linear,  ///< of the first position
    class_scores,
    class_probabilities,
    loss,
};

/// One recorded tensor.
struct TensorInfo {
    std::string path;    ///< "encoder.layers.0.self_attn.scores"
    std::string symbol;  ///< the title on screen: "Q", "Kᵀ", "scores"
    Role role = Role::residual;
    Side side = Side::none;      ///< the sequence of its position or query axis
    Side key_side = Side::none;  ///< the sequence of its key axis
    int step = 0;                ///< the index of the step that fills it
    bool is_view = false;        ///< shares another tensor's memory; shown, but not written to files
    bool is_change = false;      ///< shows the difference of two runs instead of a computed tensor

    std::optional<Dependence> dependence;  ///< how its cells are computed; empty for ids and random draws
    std::vector<std::string> operands;     ///< paths of its operands, tensors and parameters, in the order of `dependence`
    std::string further_value;             ///< the tensor that further_value names in the gradients of `dependence`; empty: none
};

/// A tensor that has a given tensor among its operands.
struct Reader {
    int slot;     ///< index in Outline::tensors
    int operand;  ///< index of the given tensor among its operands
};

/// One operation.
struct Step {
    std::string id;     ///< "encoder.layers.0.self_attn.scores", unique
    std::string block;  ///< "encoder.layers.0.self_attn", its box in the figure
    Operation operation{};
    std::string title;                 ///< "Scores Q·Kᵀ / √2"
    std::string formula;               ///< "scores[q,k] = Σᵢ Q[q,i] · K[k,i] / √d"
    std::string text;                  ///< what happens and why, in one or two sentences
    std::vector<std::string> inputs;   ///< paths of tensors it reads
    std::vector<std::string> outputs;  ///< paths of tensors it fills, in order
    std::string result;                ///< the main output
    std::vector<std::string> parameters;
};

/// A box of the paper's figure, in execution order: "src", "encoder.layers.0.self_attn", "encoder.layers.0.add1", …
struct Block {
    std::string id;
    std::string title;     ///< "Self-attention", "Add & norm"
    std::string subtitle;  ///< "3 heads, all to all"
    std::string section;   ///< "Source embedding", "Encoder layer 1"
    Role role = Role::residual;
    Side side = Side::source;  ///< the column of the figure
    int layer = -1;            ///< counted from 0; −1 outside the layers
    int first_step = 0, step_count = 0;
    std::vector<std::string> tensors;  ///< the tensors it fills, in order
    std::string output;                ///< the tensor of its thumbnail
};

struct Outline {
    ModelDescription model;
    std::map<std::string, ResidualParts> residuals;  ///< residuals of one part set by hand, by path
    std::vector<Step> steps;
    std::vector<Block> blocks;
    std::vector<TensorInfo> tensors;  ///< in execution order

    /// For each tensor field of Activations, in the order of fields, its index in `tensors`; −1: not in this configuration.
    std::vector<int> field_slots;
    std::unordered_map<std::string, int> slots;                    ///< path → index in `tensors`
    std::vector<std::pair<int, int>> views;                        ///< the indices of every Kᵀ and of the K that it shows
    std::unordered_map<std::string, std::vector<Reader>> readers;  ///< the readers of each tensor and parameter, in execution order

    const TensorInfo* find(const std::string& path) const;
    int step_of(const std::string& path) const;  ///< the step that fills the tensor; −1 if there is none
    const Block& block_of(int step) const;

    /// The parts of the residual with this path, by hand or by design.
    ResidualParts parts_of(const std::string& residual) const;
};

/// The name of a side on screen and in the listing: "source" or "target".
std::string_view name(Side side);

/// What the paths of a sequence's embedding begin with: "src" or "tgt".
std::string path_of(Side side);

/// The outline of all runs with this configuration, regime (with dropout for training) and these partial residuals (see
/// partial_residuals). `names`: the names that the model's folder has for its parameters. The outline includes steps and tensors
/// that only some batches have, such as the loss.
Outline make_outline(const Configuration& configuration, const Regime& regime = {},
                     const std::map<std::string, ResidualParts>& residuals = {}, const ParameterNames& names = {});

}  // namespace vitrine
