#pragma once
/// Reads the equations that are shown, "scores[q,k] = Σ Q[q,i] · K[k,i] / √d", as a person does, and computes them in double: a
/// test holds that what stands there makes the recorded numbers. It shares nothing with core/ops.

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

/// What the names in an equation stand for. A name without brackets is a whole row, at the places of b, h and l or q, or a whole
/// matrix of parameters; one with brackets a cell, where brackets leave out b and h.
struct Meaning {
    std::map<std::string, TensorView> tensors;
    std::map<std::string, double> numbers;
    std::map<std::string, std::function<Amount(const Amount&, const LetterPlaces&)>> functions;  ///< "sublayer(x)"
    TensorView labels{};
    double pad = 0;  ///< the label that does not count
};

/// Computes the right-hand side of one equation at some places. Throws std::runtime_error, which fails the test, where a name is
/// not known or the equation cannot be read.
Amount compute(std::string_view right, const Meaning& meaning, const LetterPlaces& places);

/// The equations of a formula: left-hand side, and one or more right-hand sides that equal it.
struct Equation {
    std::string left;
    std::vector<std::string> right;
};
std::vector<Equation> equations_of(std::string_view formula);

/// The places of a tensor's cell in the letters of the left-hand side: "q" and "k" of "scores[q,k]"; without brackets those of b, h
/// and l or q. `width`: of a head, for "h·d+i".
LetterPlaces places_of(const std::string& left, const Layout& layout, const Index& cell, Size width);

}  // namespace vitrine::tests
