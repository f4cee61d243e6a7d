#pragma once
/// One update of one parameter as arithmetic: gradient, clipping, moments, rate, step, decay, old and new value. In order of
/// computation, as in algorithm 1 of Kingma and Ba 2015 (Adam), algorithm 2 of Loshchilov and Hutter 2019 (AdamW), and
/// torch.optim.SGD.

#include <string>
#include <vector>

#include "core/train/optimizer.h"
#include "core/train/trainer.h"

namespace vitrine {

/// A line of the arithmetic: "m = β₁·m + (1 − β₁)·g", "0.9 · 0.0012 + 0.1 · 0.034", 0.00448.
struct UpdateLine {
    std::string symbol;   ///< of the result: "m"
    std::string name;     ///< "first moment"
    std::string formula;  ///< its right side; empty: the number is given
    std::string numbers;  ///< the same with numbers; empty: the number is given
    double value = 0;
};

struct UpdateExplanation {
    std::int64_t step = 0;
    OptimizerKind optimizer = OptimizerKind::adam;
    std::vector<UpdateLine> lines;
    OptimizedCell before, after;  ///< as the optimiser computes them, to the last bit
};

/// Explains what a step did, or will do, to a parameter. `report`: of that step. `cell`: the parameter, its moments before the
/// step, and the gradient of the whole batch before clipping. `d_model`: for the rate of `noam`.
UpdateExplanation explain_update(const TrainerOptions& options, Size d_model, const StepReport& report, const OptimizedCell& cell);

/// "Adam", "AdamW", "SGD".
std::string_view name_of(OptimizerKind kind);

/// Six significant digits: "0.00123457", "-1.5e-08". "NaN", "∞", "−∞".
std::string update_number(double value);

}  // namespace vitrine
