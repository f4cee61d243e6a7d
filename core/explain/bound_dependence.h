#pragma once
/// A tensor's declaration bound to its operands: evaluates a cell, or finds the uses of an operand's cell. Only core/explain
/// includes this.

#include <vector>

#include "core/explain/cell_letters.h"

namespace vitrine {

/// A block of cells, including both corners.
struct CellBox {
    Index first{}, last{};

    bool contains(const Index& cell) const;
    bool operator==(const CellBox&) const = default;
};

/// A cell of an operand, and the factor that it is or that is computed from it. Operand −1 is a constant, which has no cell.
struct OperandCell {
    int operand = -1;
    Index cell{};
    double value = 0;
    const FactorRule* rule = nullptr;  ///< null for a constant
};

struct EvaluatedTerm {
    int rule = 0;            ///< index in Dependence::terms
    Size place = -1;         ///< index along the letters that the term runs over, the last letter fastest; −1: it runs over none
    std::string constant{};  ///< label of the constant factor
    std::vector<OperandCell> factors{};
    double value = 1;  ///< their product
};

struct EvaluatedCell {
    std::vector<EvaluatedTerm> terms;
    std::vector<IntermediateValue> intermediate_values;
    double scale = 1, result = 0;
};

/// The tensors that gradients read besides the operation's operands, see GradientOperand.
struct GradientTensors {
    TensorView output_gradient, output_value, further_value;
};

class BoundDependence {
public:
    /// Requires: the declaration and the operands' tensors outlive this. Operands that are not present have no cells.
    BoundDependence(const Dependence& dependence, const Layout& output, std::vector<TensorView> operands);

    /// The same for the declaration of a gradient. `output`: the layout of the operand that the gradient belongs to.
    BoundDependence(const Dependence& dependence, const Layout& output, std::vector<TensorView> operands,
                    const GradientTensors& gradient);

    const Dependence& dependence() const { return dependence_; }

    EvaluatedCell evaluate(const Index& cell) const;

    /// The place of a term that runs over letters: "i=3", "b=0 l=2".
    std::string place_text(const EvaluatedTerm& term) const;

    /// The place of the term, or else its declared name followed by that of its constant: "itself · cos(2 · 0.1)".
    std::string label(const EvaluatedTerm& term) const;

    /// The axis of a term's first factor indexed by the last letter it runs over; −1 if it runs over none.
    int running_axis(int rule) const;

    /// The output cells that have the operand's cell as a factor. `operand`: also one of GradientOperand.
    std::vector<CellBox> uses(int operand, const Index& cell) const;

private:
    /// The parsed factors of a term.
    struct Term {
        std::vector<CellLetters> factors;
        std::vector<char> running;  ///< the letters that the output lacks, in order
    };

    const TensorView& tensor(int operand) const;
    double value_of(const FactorRule& rule, const Index& output, const Index& cell, const Places& places) const;
    bool is_of_cell(const Index& cell, const Places& places) const;
    Size id_at(const Places& places) const;
    EvaluatedTerm find(const Index& cell, std::size_t rule, const Places& places) const;
    Size place_count(const Term& term) const;
    template <class Visit>
    void for_each_place(const Term& term, Places places, Visit&& visit) const;
    std::vector<char> unknown_letters(const Places& places) const;
    CellBox box(const Places& places) const;
    std::vector<Places> places_of(const CellLetters& factor, const Index& cell) const;

    const Dependence& dependence_;
    std::vector<TensorView> operands_;
    GradientTensors gradient_;
    CellLetters output_, ids_;
    std::vector<Term> terms_;
    Places sizes_;
};

}  // namespace vitrine
