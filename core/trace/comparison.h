#pragma once
/// Compares two runs: which tensors differ, by how much, and which differs first.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace vitrine {

/// Whether the tensor of both runs can be compared cell by cell.
enum class Fit : std::uint8_t {
    same_shape,
    other_shape,
    only_in_a,
    only_in_b,
    not_recorded,  ///< run A is another program's, which has not recorded this tensor
};

/// The change of a tensor from run A to run B.
struct TensorChange {
    std::string path;
    bool ids = false;  ///< the values are ids, whose differences mean nothing
    Fit fit = Fit::same_shape;
    Layout a = {}, b = {};    ///< rank 0 if the run lacks the tensor
    Size cells = 0;           ///< number of cells; 0 if the shapes differ
    Size changed = 0;         ///< cells with different numbers, see same_number
    Size nan_cells = 0;       ///< changed cells where exactly one of the two is NaN
    Size infinite_cells = 0;  ///< changed cells where at least one of the two is ±∞ and neither is NaN
    Size left_out = 0;        ///< unchanged cells that are NaN or ±∞, which do not count in `relative`
    double largest = 0;       ///< the largest |B − A|; ∞ if nan_cells or infinite_cells > 0. Ids: 1 or 0
    Index largest_at{};       ///< the first cell with that change
    double tolerance = 0;     ///< within which numbers were taken as the same, see deviation_between() in core/against; 0: none
    double relative = 0;  ///< ‖B − A‖ / ‖A‖ over all cells that are not left out; ∞ if `largest` is, or if A is 0 everywhere. Ids:
                          ///< changed / cells

    bool differs() const { return (fit != Fit::same_shape && fit != Fit::not_recorded) || changed > 0; }
};

/// Whether two numbers are equal, where −0 = 0 and NaN = NaN.
bool same_number(double a, double b);

/// b − a; 0 if both are the same number, also for −∞ and −∞.
double change_of(double a, double b);

/// Compares two tensors. Requires: at least one of them is present().
TensorChange compare(const std::string& path, const TensorView& a, const TensorView& b);

/// Compares all tensors of two traces except views, in the order of execution of B. Tensors that only A has are inserted where
/// A's order puts them.
std::vector<TensorChange> compare(const Trace& a, const Trace& b);

/// The index of the first change that differs(); empty if there is none.
std::optional<std::size_t> first_change(std::span<const TensorChange> changes);

/// Indices of all changes, the largest first: tensors that cannot be compared, then by relative change, then in order of execution.
std::vector<std::size_t> most_changed_first(std::span<const TensorChange> changes);

/// Writes B − A cell by cell, in row-major order of B's indices. Requires: both have the same shape.
void write_change(const TensorView& a, const TensorView& b, Scalar* out);

/// "3 × 5".
std::string size_words(const Layout& layout);

}  // namespace vitrine
