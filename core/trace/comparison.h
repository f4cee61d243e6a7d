#pragma once
/// Two runs beside each other: which of their tensors differ, by how much, and which is the first of them.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace vitrine {

/// Whether two tensors can be compared cell by cell.
enum class Fit : std::uint8_t { same_shape, other_shape, only_in_a, only_in_b };

/// What became of a tensor from run A to run B.
struct TensorChange {
    std::string path;
    bool ids = false;  ///< numbers that only name something: how far one is from another means nothing
    Fit fit = Fit::same_shape;
    Layout a = {}, b = {};    ///< of a tensor that one of them lacks: rank 0
    Size cells = 0;           ///< of each; 0 where they do not fit
    Size changed = 0;         ///< cells that hold another number; see same_number
    Size nan_cells = 0;       ///< of these, where a number became NaN, or NaN a number
    Size infinite_cells = 0;  ///< of these, where a number became ±∞, or ±∞ another number
    double largest = 0;       ///< the largest |B − A|; ∞ where there are cells of these two kinds. Ids: 1 or 0
    Index largest_at{};       ///< the first cell where it is so
    double relative = 0;  ///< ‖B − A‖ / ‖A‖ over all cells; ∞ where `largest` is, or where all of A is 0. Ids: changed / cells

    bool differs() const { return fit != Fit::same_shape || changed > 0; }
};

/// Whether two numbers are the same one: −0 is 0, and NaN is NaN whatever its bits; NaN is no number, and no number is NaN.
bool same_number(double a, double b);

/// What became of one number: 0 where both are the same, so that −∞ has not changed where it is −∞ in both.
double change_of(double a, double b);

/// Of two tensors, each of which may be not present(); not both.
TensorChange compare(const std::string& path, const TensorView& a, const TensorView& b);

/// Of all tensors of two traces, but for those that show another's memory: B's in the order of execution, and between them those
/// that only A has.
std::vector<TensorChange> compare(const Trace& a, const Trace& b);

/// The place of the first that differs; none where all numbers of both runs are the same.
std::optional<std::size_t> first_change(std::span<const TensorChange> changes);

/// All places, the most changed first: tensors that cannot be compared, then by their relative change; those that changed equally
/// in the order of execution.
std::vector<std::size_t> most_changed_first(std::span<const TensorChange> changes);

/// B − A, cell by cell in the order of B's indices. Both have one shape.
void write_change(const TensorView& a, const TensorView& b, Scalar* out);

/// "3 × 5".
std::string size_words(const Layout& layout);

}  // namespace vitrine
