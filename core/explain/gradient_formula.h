#pragma once
/// Formulas of gradients: what a use of a tensor adds to its gradient, in the symbols of the screen.

#include <memory>
#include <string>
#include <string_view>

#include "core/trace/outline.h"

namespace vitrine {

/// The symbols of a run's tensors and parameters.
class Symbols {
public:
    /// `parameters`: the outline of make_parameter_trace.
    Symbols(std::shared_ptr<const Outline> run, std::shared_ptr<const Outline> parameters)
        : run_(std::move(run)), parameters_(std::move(parameters)) {}

    /// "Q" of "encoder.layers.0.self_attn.query", "W_Q, W_K, W_V" of a parameter. A path that is neither stays as it is.
    const std::string& of(const std::string& path) const;

private:
    std::shared_ptr<const Outline> run_, parameters_;
};

/// "∂Q", "∂(x + sublayer)".
std::string gradient_symbol(const std::string& symbol);

/// The path of an operand of the tensor's operation, or of a GradientOperand.
std::string_view operand_path(const TensorInfo& info, int operand);

/// "∂K[k,i] = Σ ∂scores[q,k] · Q[q,i] · 0.7071": the formula that is declared for the gradient of this operand; for a sum or a
/// copy, the formula that follows from its terms. `gradient`: from gradient_dependence().
std::string gradient_formula(const TensorInfo& info, int operand, const Dependence& gradient, const Symbols& symbols);

}  // namespace vitrine
