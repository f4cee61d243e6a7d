#pragma once
/// Declares, as data, how one cell of an operation's output depends on cells of its inputs. The explanations of numbers, the search
/// for their uses, highlights and arrows are all derived from these declarations. Each operation declares its own in its own file.
///
/// Cells are written as in einsum, one letter per axis: scores "bhqk" = Σ Q "bhqi" · K "bhki" / √d. A letter that the output lacks
/// is summed over (or, for other kinds, gives one term per place). "(hc)" is one axis indexed by two letters, the second one
/// faster: heads side by side. "~i" is the partner of place i. "0" is place 0 whatever the output's cell, as for a mask that all
/// heads share. "@" is the place given by an id; the ids are operand 0, unless row_of computes it.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

enum class DependenceKind : std::uint8_t {
    sum,       ///< scale · Σ terms
    copy,      ///< the only term
    select,    ///< one of the terms, or the index of one
    softmax,   ///< one exponential divided by the sum of the exponentials of all terms
    norm,      ///< LayerNorm of the terms
    function,  ///< another function of the terms
};

/// "sum", "copy", …
std::string_view name(DependenceKind kind);

/// Where a declared cell lies on one of its axes: W_K is the second third of the stacked weights, or a part of each head's rows.
struct AxisPlace {
    Size first = 0;   ///< the place of the axis that the letters count from
    Size stride = 0;  ///< of two letters: from one place of the slower letter to its next; 0: as many as the faster one has
    int axis = 0;

    bool operator==(const AxisPlace&) const = default;
};

/// How a formula writes such a place: "8+h·d+c", and with a stride of its own "8+h·24+c".
std::string place_text(char slower, char faster, const AxisPlace& place);

/// A cell of one operand: an input tensor or a parameter. In gradients also a number made of it.
struct FactorRule {
    int operand = 0;     ///< index among the operation's operands; in gradients also one of GradientOperand
    std::string cell{};  ///< a letter per axis
    AxisPlace place{};
    int less = -1;            ///< index of an operand whose cell is subtracted; −1: none
    std::string less_cell{};  ///< a letter per axis
    std::function<double(const Index& output, double cell)> function{};  ///< what is made of the cell, given the output cell
    std::string label{};                                                 ///< names what is made of it: "1 / deviation"
};

/// Operands that the gradient of an operation has besides the operation's own.
enum GradientOperand : std::int8_t {
    output_gradient = -1,  ///< ∂loss/∂output
    output_value = -2,     ///< the output
    further_value = -3,    ///< a tensor that the outline names: the probabilities, for the gradient of the logits
};

/// A factor that is not a cell of a tensor.
struct Constant {
    double value = 0;
    std::string label{};  ///< its origin, "sin(0.1391)"; empty: only the value is shown
};

/// A term is the product of its factors.
struct TermRule {
    std::string label{};  ///< "x", "mean"; a term that runs over a letter is named by its place, "i=3"
    std::vector<FactorRule> factors{};
    std::function<Constant(const Index& output, double product)>
        constant{};  ///< a further factor, given the output cell and the product of the other factors
};

/// The values of all terms for one output cell.
struct TermValues {
    Index cell{};  ///< of the output
    std::vector<std::vector<double>>
        terms{};  ///< in the order of Dependence::terms; a term that runs over a letter has one value per place

    /// The value of a term that runs over no letter.
    double operator[](std::size_t term) const { return terms[term].front(); }
};

/// An intermediate result between the terms and the cell: "variance".
struct IntermediateValue {
    std::string label{};
    double value = 0;
};

/// How ∂loss/∂operand follows from ∂loss/∂output: what this use of the operand adds to its gradient, as a sum of terms.
struct OperandGradient {
    int operand = 0;
    std::string output{};  ///< the operand's cell, a letter per axis
    std::string formula{};
    std::vector<TermRule> terms{};
    std::function<double(const std::vector<TensorView>& operands)> scale_of{};  ///< empty: 1
};

struct Dependence {
    DependenceKind kind = DependenceKind::copy;
    std::string output{};   ///< a letter per axis
    std::string formula{};  ///< "scores[q,k] = Σ Q[q,i] · K[k,i] / √d"
    std::vector<TermRule> terms{};
    double scale = 1;                                                           ///< for the kind sum
    std::function<double(const std::vector<TensorView>& operands)> scale_of{};  ///< replaces scale where it depends on the operands
    std::function<double(const TermValues&)> result{};                          ///< for the kinds select, softmax and norm
    std::function<std::vector<IntermediateValue>(const TermValues&)> intermediate_values{};  ///< intermediate results worth showing

    /// The gradients of operands that cannot be derived from the terms. Those of sums and copies can.
    std::vector<OperandGradient> gradients{};
    AxisPlace output_place{};  ///< of the gradient of W_K

    std::function<Size(Size place)> partner_of{};       ///< what "~" stands for; the partner of a partner is the place itself
    std::vector<std::pair<char, Size>> sizes{};         ///< of letters that have no axis of their own anywhere
    std::function<Size(const Index& output)> row_of{};  ///< the row "@" of a table, where no ids give it
};

/// What a use of an operand adds to its gradient: as declared, or for sums and copies Σ ∂output · the other factors · scale.
/// Nothing where the output does not depend on the operand smoothly, as on ids.
std::optional<Dependence> gradient_dependence(const Dependence& dependence, int operand);

/// A copy: the output cell equals the same cell of the only operand.
Dependence copy_dependence(const std::string& cell, std::string formula, std::string label = "x");

}  // namespace vitrine
