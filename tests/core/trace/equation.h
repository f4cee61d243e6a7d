#pragma once
/// Reads equations as the program shows them, "scores[q,k] = Σ Q[q,i] · K[k,i] / √d", and evaluates them in double, so that tests
/// can check whether they give the recorded numbers. Shares no code with core/ops.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine::tests {

/// A number (1 × 1), a row or a matrix.
struct Amount {
    Size rows = 1, columns = 1;
    std::vector<double> cells{0};

    Amount() = default;
    Amount(double number) : cells{number} {}
    Amount(Size r, Size c) : rows(r), columns(c), cells(static_cast<std::size_t>(r * c)) {}

    bool is_number() const { return rows == 1 && columns == 1; }
    double& at(Size row, Size column) { return cells[static_cast<std::size_t>(row * columns + column)]; }
    double at(Size row, Size column) const { return cells[static_cast<std::size_t>(row * columns + column)]; }
};

/// The place of every letter: b sentence, h head, l position; q, k, i, j, … as an equation's brackets have them.
using LetterPlaces = std::map<char, Size>;

/// The values of an equation's names. A name without brackets is a whole row, for the current b, h and l or q, or a whole matrix
/// of parameters. A name with brackets is a cell, and the brackets leave out b and h.
struct Meaning {
    std::map<std::string, TensorView> tensors;
    std::map<std::string, double> numbers;
    std::map<std::string, std::function<Amount(const Amount&, const LetterPlaces&)>> functions;  ///< "sublayer(x)"
    TensorView labels{};
    double pad = 0;  ///< the label that does not count
};

/// Computes the right-hand side of one equation for these places. Throws std::runtime_error, which fails the test, if a name is
/// unknown or the equation cannot be read.
Amount compute(std::string_view right, const Meaning& meaning, const LetterPlaces& places);

/// The equations of a formula: left-hand side, and one or more right-hand sides that equal it.
struct Equation {
    std::string left;
    std::vector<std::string> right;
};
std::vector<Equation> equations_of(std::string_view formula);

/// The value of each letter for a tensor's cell: of "q" and "k" for "scores[q,k]", or of b, h and l or q if there are no
/// brackets. `width`: the width of a head, for "h·d+i".
LetterPlaces places_of(const std::string& left, const Layout& layout, const Index& cell, Size width);

}  // namespace vitrine::tests
