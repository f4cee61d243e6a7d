#pragma once
/// How one cell of an operation's output depends on cells of its inputs, as data. What a number is made of, where it is used next,
/// what lights up beside it and where arrows run all come from these declarations; every operation has its own in its own file.
///
/// Cells are written as in einsum, a letter per axis: scores "bhqk" = Σ Q "bhqi" · K "bhki" / √d. Over a letter that the output
/// lacks, terms run. "(hc)" is one axis that runs over two letters, the second faster: heads side by side. "0" is the first place
/// of an axis, whatever the output's: a mask has one head for all. "@" is the place that an id names, the ids being operand 0.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

enum class DependenceKind : std::uint8_t {
    sum,      ///< scale · Σ terms
    copy,     ///< its only term
    select,   ///< one of its terms, or a number that says which
    softmax,  ///< its share of the exponentials of all terms
    norm,     ///< what LayerNorm makes of its terms
};

/// "sum", "copy", …
std::string_view name(DependenceKind kind);

/// A cell of one of the operation's inputs: a tensor or a parameter.
struct FactorRule {
    int operand = 0;     ///< its place among the operation's inputs
    std::string cell{};  ///< a letter per axis
    Size first = 0;      ///< where its first axis begins: W_K is the second third of the stacked weights
};

/// A factor that belongs to no tensor.
struct Constant {
    double value = 0;
    std::string label{};  ///< how it came about, "sin(0.1391)"; empty: nothing more than its value
};

/// A term is the product of its factors.
struct TermRule {
    std::string label{};  ///< "x", "mean"; terms that run over a letter are named by it: "i=3"
    std::vector<FactorRule> factors{};
    std::function<Constant(const Index& output, double product)> constant{};  ///< one more factor, given those before it
};

/// The values that the terms of one cell were found to have.
struct TermValues {
    Index cell{};                              ///< of the output
    std::vector<std::vector<double>> terms{};  ///< in step with Dependence::terms; those that run over a letter in its order

    /// Of a term that is there once.
    double operator[](std::size_t term) const { return terms[term].front(); }
};

/// A number on the way from the terms to the result: "variance".
struct Waypoint {
    std::string label{};
    double value = 0;
};

struct Dependence {
    DependenceKind kind = DependenceKind::copy;
    std::string output{};   ///< a letter per axis
    std::string formula{};  ///< "scores[q,k] = Σ Q[q,i] · K[k,i] / √d"
    std::vector<TermRule> terms{};
    double scale = 1;                                                           ///< of a sum
    std::function<double(const std::vector<TensorView>& operands)> scale_of{};  ///< instead of scale, where the batch decides
    std::function<double(const TermValues&)> result{};                          ///< of the kinds select, softmax and norm
    std::function<std::vector<Waypoint>(const TermValues&)> waypoints{};        ///< what a person would note down in between
};

/// The same cell of the only operand.
Dependence copy_dependence(const std::string& cell, std::string formula, std::string label = "x");

}  // namespace vitrine
