#pragma once
/// Changes made to a run by hand, to see their effect. The forward pass applies them when a tensor is complete. Paths are those of
/// the trace and, for parameters, PyTorch's.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/activations.h"
#include "core/model/parameters.h"

namespace vitrine {

/// Sets one cell of a recorded tensor or parameter to a value. `key_transposed` is a view of `key`, so an overwrite of it sets a
/// cell of `key`.
struct Overwrite {
    std::string path;  ///< "encoder.layers.0.self_attn.scores", "transformer.encoder.layers.0.self_attn.in_proj_weight"
    Index index{};
    double value = 0;  ///< a token id for tokens, 0 or 1 for masks
};

/// Equality; NaN equals NaN here, since both write the same.
bool operator==(const Overwrite& a, const Overwrite& b);

/// Sets a head's rows of `context` to 0 in every sentence, as if its columns of W_O were 0.
struct SilencedHead {
    std::string attention;  ///< "decoder.layers.1.cross_attn"
    Size head = 0;

    bool operator==(const SilencedHead&) const = default;
};

struct Interventions {
    std::vector<Overwrite> overwrites = {};  ///< applied in order: the last one on a cell wins
    std::vector<SilencedHead> silenced = {};
    std::vector<std::string> skipped_sublayers = {};  ///< "encoder.layers.0.ffn": it is computed, but residual = x
    std::vector<std::string> skipped_residuals = {};  ///< the same names: residual = sublayer(x)

    bool empty() const { return overwrites.empty() && silenced.empty() && skipped_sublayers.empty() && skipped_residuals.empty(); }
    bool operator==(const Interventions&) const = default;
};

/// The parts of a residual x + Sublayer(x).
enum class ResidualParts : std::uint8_t { both, x, sublayer };

/// The residuals of a model with a skipped part, by path. All other residuals have both parts.
std::map<std::string, ResidualParts> partial_residuals(const Interventions& interventions, const Configuration& configuration);

/// The overwrite at the path and index where its cell is stored: `key` instead of `key_transposed`.
Overwrite stored(Overwrite overwrite);

/// The path of a sublayer's residual: "encoder.layers.0.residual2" for "encoder.layers.0.ffn". Empty if the path is not that of a
/// sublayer of such a model.
std::string residual_of(const std::string& sublayer, const Configuration& configuration);

/// A model and a recorded run, which define the existing paths and cells.
struct Alterable {
    const Configuration& configuration;
    const Parameters& parameters;
    const Activations& activations;  ///< of a run on a batch of the same shapes
};

/// Throws Error naming the field where an intervention does not fit the run: its path, cell or head does not exist, an id is
/// outside the vocabulary, a mask value is neither 0 nor 1, or both parts of a residual are skipped.
void check(const Interventions& interventions, const Alterable& run);

/// The parameters with the overwrites applied. Overwritten tensors are copies; the others share memory with `own`.
Parameters altered_parameters(const Parameters& own, const Interventions& interventions);

/// The same, without a copy where no parameter is overwritten. Requires: `own` outlives it.
class AlteredParameters {
public:
    AlteredParameters(const Parameters& own, const Interventions& interventions);
    const Parameters& operator*() const { return altered_ ? *altered_ : own_; }

private:
    const Parameters& own_;
    std::optional<Parameters> altered_;
};

}  // namespace vitrine
