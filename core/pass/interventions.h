#pragma once
/// What somebody has changed about a run by hand, to see what follows. Plain data that the forward pass consults wherever a tensor
/// is completed: paths are those of the trace and, for parameters, PyTorch's.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/model/activations.h"
#include "core/model/parameters.h"

namespace vitrine {

/// One cell of a recorded tensor or of a parameter that holds this value, whatever was computed or learned. Writing to
/// `key_transposed`, which is a view, writes to the same cell of `key`.
struct Overwrite {
    std::string path;  ///< "encoder.layers.0.self_attn.scores", "transformer.encoder.layers.0.self_attn.in_proj_weight"
    Index index{};
    double value = 0;  ///< for tokens an id, for masks 0 or 1
};

/// NaN is the same as NaN here: the same is written.
bool operator==(const Overwrite& a, const Overwrite& b);

/// A head whose rows of `context` are 0, in every sentence. That is the same as W_O with zeros in the head's columns.
struct SilencedHead {
    std::string attention;  ///< "decoder.layers.1.cross_attn"
    Size head = 0;

    bool operator==(const SilencedHead&) const = default;
};

struct Interventions {
    std::vector<Overwrite> overwrites = {};  ///< in this order: of two on one cell the later one holds
    std::vector<SilencedHead> silenced = {};
    std::vector<std::string> skipped_sublayers = {};  ///< "encoder.layers.0.ffn": computed, but the residual is x alone
    std::vector<std::string> skipped_residuals = {};  ///< the same names: the residual is the sublayer's output alone

    bool empty() const { return overwrites.empty() && silenced.empty() && skipped_sublayers.empty() && skipped_residuals.empty(); }
    bool operator==(const Interventions&) const = default;
};

/// What a residual x + Sublayer(x) is made of.
enum class ResidualParts : std::uint8_t { both, x, sublayer };

/// What is left of the residuals that are switched off in part, by their paths; all others are made of both.
std::map<std::string, ResidualParts> partial_residuals(const Interventions& interventions);

/// The overwrite with the path and the index of the memory it writes to: `key` instead of `key_transposed`.
Overwrite stored(Overwrite overwrite);

/// The tensor that holds x + a sublayer's output: "encoder.layers.0.residual2" for "encoder.layers.0.ffn". Empty where a path is
/// not a sublayer's.
std::string residual_of(const std::string& sublayer);

/// A model and what a run of it filled: it says which paths and cells there are.
struct Alterable {
    const Configuration& configuration;
    const Parameters& parameters;
    const Activations& activations;  ///< of a run of the same shapes
};

/// Throws Error naming the field where an intervention has no place in such a run: a path, a cell or a head that it does not have,
/// an id outside the vocabulary, a mask that is neither 0 nor 1, a residual of which nothing would be left.
void check(const Interventions& interventions, const Alterable& run);

/// The parameters an altered run uses. Those with an overwritten cell are copies; all others share the memory of the model's own.
Parameters altered_parameters(const Parameters& own, const Interventions& interventions);

}  // namespace vitrine
