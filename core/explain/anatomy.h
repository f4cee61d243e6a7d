#pragma once
/// Explains a number: the terms that a cell of a recorded tensor is computed from, with their values in this run, and the cells
/// computed from it. Everything is derived from the declarations in core/ops.

#include <optional>

#include "core/explain/bound_dependence.h"
#include "core/trace/trace.h"

namespace vitrine {

/// A factor: a cell of a recorded tensor or of a parameter, or a number that is not a cell and has no path. In gradients also a
/// cell's gradient, or a number computed from a cell.
struct CellFactor {
    std::string_view path;  ///< owned by the outline
    Index index{};
    double value = 0;
    bool gradient = false;  ///< the factor is the cell's gradient
    std::string made{};     ///< names what is made of the cell, "1 / deviation", or without a path what the number is,
                            ///< "cos(2 · 0.1)"; empty: the cell itself, or a plain number
};

struct ExplanationTerm {
    std::string label;  ///< "i=3", "gain", "itself · cos(2 · 0.1)"
    double value = 0;   ///< the product of the factors
    std::vector<CellFactor> factors;
    Size place = -1;  ///< index along what the term runs over; −1: it runs over nothing
    int axis = -1;    ///< the axis of the first factor that `place` runs along
};

struct Explanation {
    std::string path;
    Index index{};
    double value = 0;  ///< as recorded
    DependenceKind kind = DependenceKind::copy;
    std::string formula{};  ///< empty: not computed, but a parameter, a token, a label or a random draw
    std::vector<ExplanationTerm> terms{};
    std::vector<IntermediateValue> intermediate_values{};  ///< intermediate results
    double scale = 1;
    double result = 0;  ///< recomputed from the terms
};

/// A block of cells of one tensor, as operands or as users of a cell.
struct CellUse {
    std::string path;
    CellBox cells;
};

/// Indices of the terms by importance: the terms of a sum by magnitude, those of a softmax by value, NaN first. The terms of a
/// selection or of a LayerNorm keep their order if they run over nothing.
std::vector<std::size_t> largest_first(const Explanation& explanation);

/// For each operand, the smallest block that contains all its cells that are used.
std::vector<CellUse> operand_cells(const Explanation& explanation);

/// Explains the cells of one run. Not thread-safe. Requires: both traces' tensors outlive it, and it outlives its explanations.
class Anatomy {
public:
    /// `parameters`: from make_parameter_trace.
    Anatomy(Trace trace, Trace parameters);

    /// The recorded tensor or parameter with this path; not present() if there is none.
    TensorView find(const std::string& path) const;

    /// Throws Error where this run has no such path or index.
    Explanation explain(const std::string& path, const Index& index) const;

    /// The cells computed from a cell of a tensor or parameter, in order of execution. Uses of a Kᵀ cell are those of the K cell.
    std::vector<CellUse> uses(const std::string& path, const Index& index) const;

private:
    void check(const std::string& path, const Index& index) const;
    const BoundDependence* bound(int slot) const;

    Trace trace_, parameters_;
    mutable std::vector<std::optional<BoundDependence>> bound_;  // by index in the trace, made on demand
};

}  // namespace vitrine
