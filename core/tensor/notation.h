#pragma once
/// Tensors as other programs read them: Python's NumPy, and LaTeX.

#include <span>
#include <string>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

enum class Notation : std::uint8_t { numpy, latex };

/// A number: for NumPy with as many digits as it takes to read the very number back ("np.nan", "-np.inf"), for LaTeX with four
/// decimals, large and tiny ones with a power of ten.
std::string number_in(Notation notation, double value, ElementType type);

/// The same number as a cell by itself: "np.float32(0.25)", or as number_in has it.
std::string cell_in(Notation notation, double value, ElementType type);

/// For NumPy one array, its axes nested in their order: "np.array([[1, 2], [3, 4]], dtype=np.float32)". For LaTeX one bmatrix, a
/// single axis as its only row; with more than two axes one for each place along the leading ones, named by it:
/// "\text{batch 0, head 2}\quad\begin{bmatrix} … \end{bmatrix}". More than ten columns come with the line that amsmath needs for
/// them. Ends with a newline; empty where the tensor is not present().
std::string tensor_in(Notation notation, const TensorView& tensor);

struct TensorPart {
    TensorView tensor;
    std::vector<Scalar> cells{};  ///< where the view finds them; empty: in the memory of the whole tensor
};

/// The cells of some axes, in their order, at one place along the others: shares the tensor's memory, unless its cells are fetched.
TensorPart part_of(const TensorView& tensor, std::span<const int> axes, const Index& at);

}  // namespace vitrine
