#pragma once
/// Tensors as source text for other programs: NumPy and LaTeX.

#include <span>
#include <string>

#include "core/tensor/tensor.h"

namespace vitrine {

enum class Notation : std::uint8_t { numpy, latex };

/// A number. NumPy: as many digits as needed to read the same number back, also "np.nan" and "-np.inf". LaTeX: four decimals, with
/// a power of ten for large and tiny numbers.
std::string number_in(Notation notation, double value, ElementType type);

/// A single cell: "np.float32(0.25)" for NumPy; for LaTeX the same as number_in.
std::string cell_in(Notation notation, double value, ElementType type);

/// A whole tensor. NumPy: one array with nested axes, "np.array([[1, 2], [3, 4]], dtype=np.float32)". LaTeX: one bmatrix, where a
/// tensor of one axis is a single row. A tensor of more than two axes gives one bmatrix per place of the leading axes, with a
/// title: "\text{batch 0, head 2}\quad\begin{bmatrix} … \end{bmatrix}". More than ten columns are preceded by the line that amsmath
/// needs. The text ends with a newline; it is empty where the tensor is not present().
std::string tensor_in(Notation notation, const TensorView& tensor);

/// A tensor of one or two axes for LaTeX, an array with the names of its rows and columns around it. A tensor of one axis is a
/// single row without a name. Requires: as many names as there are rows and columns.
std::string named_array(const TensorView& tensor, std::span<const std::string> rows, std::span<const std::string> columns);

struct TensorPart {
    TensorView tensor;
    std::vector<Scalar> cells{};  ///< the cells the view points to; empty: the view points into the whole tensor
};

/// The part of a tensor along `axes`, in this order, at the index `at` of all other axes. Shares the tensor's memory, or copies the
/// cells where they are fetched.
TensorPart part_of(const TensorView& tensor, std::span<const int> axes, const Index& at);

}  // namespace vitrine
