#pragma once
/// Runs whose equations are checked, and the check.

#include "core/trace/trace.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/core/trace/equation.h"

namespace vitrine::tests {

/// A run of a random model in a random regime, with edits by hand.
struct EquatedRun {
    Ingredients made;
    Interventions interventions;
    Parameters parameters;
    Activations activations;
    Trace trace, parameter_trace;

    explicit EquatedRun(Random& random);

    /// Without edits.
    explicit EquatedRun(Ingredients ingredients);

    TensorView find(const std::string& path) const;
    bool is_by_hand(const std::string& path, const Index& cell) const;
    bool is_by_hand(const std::string& path) const;

private:
    void compute();
};

/// One attention alone, with biases or without them.
Ingredients lone_ingredients(Random& random);

/// "scores" of "encoder.layers.0.self_attn.scores", and the part before it.
std::string last_name(const std::string& path);
std::string beginning_of(const std::string& path);

/// The numbers that all equations of a run may name, and its labels.
Meaning numbers_of(const EquatedRun& run);

/// Whether a number is the recorded one, NaN included.
bool holds(double computed, double recorded);

/// Checks every right-hand side of an equation in all cells of a tensor that were not set by hand. Returns how many numbers it
/// checked.
int check_equation(const EquatedRun& run, const TensorInfo& info, const Equation& equation, const Meaning& meaning);

}  // namespace vitrine::tests
