#pragma once
/// The run as a reader follows it: which operation comes when, what it reads, what it fills. It depends on the configuration, the
/// regime and the residuals that are switched off, is made once for all three, and is the only place where the order of operations
/// is written down.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/activations.h"
#include "core/model/configuration.h"
#include "core/model/regime.h"
#include "core/ops/dependence.h"
#include "core/pass/interventions.h"

namespace vitrine {

/// What a tensor is in the paper's terms; the screen gives each its colour.
enum class Role : std::uint8_t { tokens, query, key, value, attention, residual, feed_forward, output };

/// Whose tokens stand along an axis.
enum class Side : std::uint8_t { none, source, target };

enum class Operation : std::uint8_t {
    embedding,
    projection_of_embedding,
    scaling,
    positions,
    layer_norm,
    projections,  ///< Q, K, V
    scores,
    mask,
    softmax,
    context,
    merge,
    dropout,
    residual,
    linear1,
    activation,
    linear2,
    memory,
    logits,
    probabilities,
    predictions,
    loss,
};

/// One recorded tensor.
struct TensorInfo {
    std::string path;    ///< "encoder.layers.0.self_attn.scores"
    std::string symbol;  ///< "Q", "Kᵀ", "scores": what is written above it
    Role role = Role::residual;
    Side side = Side::none;      ///< whose tokens its position (or query) axis runs over
    Side key_side = Side::none;  ///< whose tokens its key axis runs over
    int step = 0;                ///< the step that fills it
    bool is_view = false;        ///< shares another tensor's memory: shown, not written to files
    bool is_change = false;      ///< of the difference of two runs: what became of such a tensor, not one that was computed

    std::optional<Dependence> dependence;  ///< how one of its cells is made; none where nothing computes them: ids, draws
    std::vector<std::string> operands;     ///< paths of the tensors and parameters it is made of, in the declaration's order
};

/// A tensor that reads another, which is one of its operands.
struct Reader {
    int slot;  ///< place in Outline::tensors
    int operand;
};

/// One operation.
struct Step {
    std::string id;     ///< "encoder.layers.0.self_attn.scores", unique
    std::string block;  ///< "encoder.layers.0.self_attn", the box of the figure it happens in
    Operation operation{};
    std::string title;                 ///< "Scores Q·Kᵀ / √2"
    std::string formula;               ///< "scores[q,k] = Σᵢ Q[q,i] · K[k,i] / √d"
    std::string text;                  ///< a sentence or two on what happens and why
    std::vector<std::string> inputs;   ///< paths of tensors it reads
    std::vector<std::string> outputs;  ///< paths of tensors it fills, in order
    std::string result;                ///< the one of them that the operation is there for
    std::vector<std::string> parameters;
};

/// A box of the paper's figure, in execution order: "src", "encoder.layers.0.self_attn", "encoder.layers.0.add1", …
struct Block {
    std::string id;
    std::string title;     ///< "Self-attention", "Add & norm"
    std::string subtitle;  ///< "3 heads, all to all"
    std::string section;   ///< "Source embedding", "Encoder layer 1"
    Role role = Role::residual;
    Side side = Side::source;  ///< which column of the figure
    int layer = -1;            ///< counted from 0; −1 outside the layers
    int first_step = 0, step_count = 0;
    std::vector<std::string> tensors;  ///< what it fills, in order
    std::string output;                ///< the tensor that stands for it in a thumbnail
};

struct Outline {
    Configuration configuration;
    Design design;                                   ///< the choices that the run takes back
    std::map<std::string, ResidualParts> residuals;  ///< those that are made by hand of one part alone, by their paths
    std::vector<Step> steps;
    std::vector<Block> blocks;
    std::vector<TensorInfo> tensors;  ///< in execution order

    /// Place in `tensors` of each tensor of an Activations tree, in the order of its fields; −1: not in this configuration.
    std::vector<int> field_slots;
    std::unordered_map<std::string, int> slots;                    ///< path → place in `tensors`
    std::vector<std::pair<int, int>> views;                        ///< the place of every Kᵀ and of the K it shows
    std::unordered_map<std::string, std::vector<Reader>> readers;  ///< of a tensor or a parameter, in execution order

    const TensorInfo* find(const std::string& path) const;
    int step_of(const std::string& path) const;  ///< −1 where no step fills such a tensor
    const Block& block_of(int step) const;

    /// What a residual of this path is made of, by hand or by design.
    ResidualParts parts_of(const std::string& residual) const;
};

/// What the screen and the listing call a side: "source" or "target".
std::string_view name(Side side);

/// The outline of any run of this configuration, as the model is used or, with dropout, as it is trained, with these residuals made
/// of one part alone (see partial_residuals). Steps, and their tensors, that only some batches have (the loss) are in it too.
Outline make_outline(const Configuration& configuration, const Regime& regime = {},
                     const std::map<std::string, ResidualParts>& residuals = {});

}  // namespace vitrine
