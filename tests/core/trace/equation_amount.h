#pragma once
/// The operators of equations, for numbers, rows and matrices.

#include "tests/core/trace/equation.h"

namespace vitrine::tests {

/// Applies `make` cell by cell; a number is combined with each cell of a row.
Amount each(const Amount& a, const Amount& b, const std::function<double(double, double)>& make);
Amount mapped(Amount a, const std::function<double(double)>& make);

/// A row times a matrix, or two of one shape cell by cell.
Amount times(const Amount& a, const Amount& b);
Amount transposed_of(const Amount& a);

/// The place along an axis that brackets leave out, or that a name without brackets has.
Size place_left_out(const Layout& layout, int axis, const LetterPlaces& at);

/// A whole row, or a whole matrix of parameters.
Amount whole(const TensorView& tensor, const LetterPlaces& at);

/// Reads and computes an expression that has no conditions after it.
Amount compute_expression(std::string_view text, const Meaning& meaning, const LetterPlaces& at);

}  // namespace vitrine::tests
