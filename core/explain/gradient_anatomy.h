#pragma once
/// Explains a gradient: ∂loss/∂cell as the sum of what each use of the cell adds to it, and in which other gradients it is a
/// term. A use adds ∂loss/∂output · ∂output/∂cell, summed over the output's cells. Everything is derived from the declarations in
/// core/ops.

#include <map>
#include <optional>
#include <tuple>

#include "core/explain/anatomy.h"
#include "core/explain/cut_gradients.h"
#include "core/explain/gradient_formula.h"

namespace vitrine {

/// A run with its gradients. Requires: the tensors outlive everything that is made of them.
struct DifferentiatedRun {
    Trace values, parameters;
    Trace gradients, parameter_gradients;  ///< under the same names; tensors without a gradient are not present()
    Interventions interventions = {};      ///< the interventions of the run
};

/// A use of a tensor or parameter that adds to its gradient.
struct GradientUse {
    std::string path;     ///< the tensor that is computed from it
    std::string formula;  ///< what the use adds: "∂V[k,i] = Σ ∂context[q,i] · weights[q,k]"
};

/// The terms of a gradient, those of all uses together, in order of execution. If there are several uses, every term has the
/// scale of its use as a factor, and `scale` is 1.
struct GradientExplanation {
    Explanation explanation;
    std::vector<GradientUse> uses;
    bool cut = false;  ///< terms are left out because numbers computed from the cell were set by hand
};

/// Explains the gradients of one run. Not thread-safe. Requires: the run outlives it, and it outlives its explanations.
class GradientAnatomy {
public:
    explicit GradientAnatomy(DifferentiatedRun run);

    /// The gradient of a tensor or parameter; not present() if there is none.
    TensorView find(const std::string& path) const;

    /// The value of a tensor or parameter.
    TensorView find_value(const std::string& path) const;

    /// Throws Error where this run has no such gradient or index.
    GradientExplanation explain(const std::string& path, const Index& index) const;

    /// The cells whose gradients have the gradient of this cell as a factor, in the order of the backward pass.
    std::vector<CellUse> goes_to(const std::string& path, const Index& index) const;

private:
    struct BoundGradient {
        Dependence dependence;
        std::optional<BoundDependence> bound;
    };

    void check(const std::string& path, const Index& index) const;
    std::optional<CellFactor> shown_cell(const std::string& path, const Index& index) const;
    const BoundGradient* bound(int slot, int operand) const;
    TensorView computed(const TensorInfo& info) const;
    CellFactor factor_of(const TensorInfo& info, const OperandCell& cell) const;
    bool is_cut(const TensorInfo& info, const EvaluatedTerm& term) const;
    void add_use(const Reader& use, const Index& index, GradientExplanation& to) const;

    DifferentiatedRun run_;
    Symbols symbols_;
    CutGradients cut_;
    mutable std::map<std::string, Tensor> computed_;  // softmaxes as they were before any of their numbers was set by hand
    mutable std::map<std::tuple<int, int>, std::optional<BoundGradient>> bound_;  // made on demand
};

}  // namespace vitrine
