#pragma once
/// The anatomy of a number: what a cell of a recorded tensor is made of, with the values of that very run, and where it goes next.
/// All of it follows from the declarations in core/ops; nothing here knows a particular operation.

#include <optional>

#include "core/explain/bound_dependence.h"
#include "core/trace/trace.h"

namespace vitrine {

/// A cell of a recorded tensor or of a parameter as it is stored; a constant has no path.
struct CellFactor {
    std::string_view path;  ///< the outline's own
    Index index{};
    double value = 0;
};

struct ExplanationTerm {
    std::string label;  ///< "i=3", "gain"
    double value = 0;   ///< the product of the factors
    std::vector<CellFactor> factors;
    Size place = -1;  ///< along what the term runs over; −1: it is there once
    int axis = -1;    ///< the axis of the first factor along which that is
};

struct Explanation {
    std::string path;
    Index index{};
    double value = 0;  ///< as recorded
    DependenceKind kind = DependenceKind::copy;
    std::string formula{};  ///< empty: nothing was computed; it is a parameter, a token, a label or drawn at random
    std::vector<ExplanationTerm> terms{};
    std::vector<Waypoint> waypoints{};  ///< on the way to the result
    double scale = 1;
    double result = 0;  ///< recomputed from the terms
};

/// Cells of one tensor that a cell is a factor of.
struct CellUse {
    std::string path;
    CellBox cells;
};

/// The terms' places in the order in which they matter: those of a sum by size, those of a row by value, largest first; but what a
/// selection or a LayerNorm is made of as it is declared.
std::vector<std::size_t> largest_first(const Explanation& explanation);

/// The cells of each tensor or parameter that a number is made of: the smallest block that holds them all.
std::vector<CellUse> operand_cells(const Explanation& explanation);

/// One run's. The numbers of both traces have to outlive it, and it what it explains. For one thread at a time.
class Anatomy {
public:
    /// Of a run's tensors and, as make_parameter_trace names them, its parameters.
    Anatomy(Trace trace, Trace parameters);

    /// A recorded tensor or a parameter; not present() where there is none of this path.
    TensorView find(const std::string& path) const;

    /// Throws Error where the path or the index is none of this run's.
    Explanation explain(const std::string& path, const Index& index) const;

    /// Where a cell of a tensor or of a parameter is used, in the order of execution. Kᵀ is used where K is.
    std::vector<CellUse> uses(const std::string& path, const Index& index) const;

private:
    void check(const std::string& path, const Index& index) const;
    const BoundDependence* bound(int slot) const;

    Trace trace_, parameters_;
    mutable std::vector<std::optional<BoundDependence>> bound_;  // in step with the trace, made when somebody asks
};

}  // namespace vitrine
