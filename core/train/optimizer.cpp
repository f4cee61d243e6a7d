#include "core/train/optimizer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

using Cells = Eigen::Map<Eigen::Array<Scalar, Eigen::Dynamic, 1>>;
using ConstCells = Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, 1>>;

/// A block of cells small enough that all arrays of an update stay in the first-level cache.
constexpr Size block = 256;

/// Calls body(first, count) for consecutive blocks of the cells.
template <class Body>
void for_each_block(Size first, Size last, Body&& body) {
    for (; first < last; first += block) body(first, std::min(block, last - first));
}

Size rounded_up(Size count) { return (count + block - 1) / block * block; }

/// The constants of one update, computed once in double.
struct StepSizes {
    Scalar factor, rate, weight_decay;
    Scalar kept_weight;       // 1 − rate · weight_decay, of adamw
    Scalar keep1, keep2;      // β₁ and β₂, or the momentum
    Scalar take1, take2;      // 1 − β₁ and 1 − β₂
    Scalar root_correction2;  // √(1 − β₂ᵗ)
    Scalar epsilon;
};

StepSizes make_step(const OptimizerOptions& options, const Update& update) {
    const auto step = static_cast<double>(update.step);
    const bool is_sgd = options.kind == OptimizerKind::sgd;
    const double rate = is_sgd ? update.rate : update.rate / (1 - std::pow(options.beta1, step));
    return {.factor = static_cast<Scalar>(update.gradient_factor),
            .rate = static_cast<Scalar>(rate),
            .weight_decay = static_cast<Scalar>(options.weight_decay),
            .kept_weight = static_cast<Scalar>(1 - update.rate * options.weight_decay),
            .keep1 = static_cast<Scalar>(is_sgd ? options.momentum : options.beta1),
            .keep2 = static_cast<Scalar>(options.beta2),
            .take1 = static_cast<Scalar>(1 - options.beta1),
            .take2 = static_cast<Scalar>(1 - options.beta2),
            .root_correction2 = static_cast<Scalar>(std::sqrt(1 - std::pow(options.beta2, step))),
            .epsilon = static_cast<Scalar>(options.epsilon)};
}

/// One block of all arrays that an update reads and writes.
struct Block {
    ConstCells gradient;
    Cells parameter, first_moment, second_moment;
};

/// m = β₁·m + (1 − β₁)·g;  v = β₂·v + (1 − β₂)·g²;  p = p − rate/(1 − β₁ᵗ) · m / (√v/√(1 − β₂ᵗ) + ε).
template <class Gradient>
void adam_step(const StepSizes& s, const Gradient& gradient, Block& b) {
    b.first_moment = s.keep1 * b.first_moment + s.take1 * gradient;
    b.second_moment = s.keep2 * b.second_moment + s.take2 * gradient.square();
    b.parameter -= s.rate * b.first_moment / (b.second_moment.sqrt() / s.root_correction2 + s.epsilon);
}

/// velocity = momentum·velocity + g;  p = p − rate·velocity.
template <class Gradient>
void sgd_step(const StepSizes& s, const Gradient& gradient, Block& b) {
    b.first_moment = s.keep1 * b.first_moment + gradient;
    b.parameter -= s.rate * b.first_moment;
}

void step_block(OptimizerKind kind, const StepSizes& s, Block b) {
    if (kind == OptimizerKind::adamw) {
        b.parameter *= s.kept_weight;
        adam_step(s, s.factor * b.gradient, b);
    } else if (kind == OptimizerKind::adam) {
        adam_step(s, s.factor * b.gradient + s.weight_decay * b.parameter, b);
    } else {
        sgd_step(s, s.factor * b.gradient + s.weight_decay * b.parameter, b);
    }
}

/// Adds the other shards' cells to the first one's; returns the sum of squares of the result.
double add_up(std::span<ParameterBuffer* const> shards, Size first, Size count) {
    Cells sum(shards.front()->cells().data() + first, count);
    for (ParameterBuffer* shard : shards.subspan(1)) sum += ConstCells(shard->cells().data() + first, count);
    return static_cast<double>(sum.square().sum());
}

}  // namespace

double global_norm(std::span<ParameterBuffer* const> gradients) {
    constexpr Size most_parts = 256;
    std::array<double, most_parts> squares{};  // the parts do not depend on the number of threads
    const auto count = static_cast<Size>(gradients.front()->cells().size());
    const Size part = rounded_up((count + most_parts - 1) / most_parts), parts = (count + part - 1) / part;
    parallel_for(parts, count * static_cast<Size>(gradients.size()), [&](Size i) {
        for_each_block(i * part, std::min(count, (i + 1) * part),
                       [&](Size first, Size cells) { squares[static_cast<std::size_t>(i)] += add_up(gradients, first, cells); });
    });
    double sum = 0;
    for (const double square : squares) sum += square;
    return std::sqrt(sum);
}

double clipping_factor(double norm, double limit) { return limit > 0 ? std::min(1.0, limit / (norm + 1e-6)) : 1; }

void update(const OptimizerOptions& options, const Update& update, const ParameterBuffer& gradient, ParameterBuffer& parameters,
            OptimizerState& state) {
    const StepSizes step = make_step(options, update);
    const auto count = static_cast<Size>(parameters.cells().size());
    constexpr Size multiplications = 8;  // per cell, approximately; a root counts as several
    parallel_for((count + block - 1) / block, multiplications * count, [&](Size i) {
        const Size first = i * block, cells = std::min(block, count - first);
        step_block(options.kind, step,
                   {.gradient = {gradient.cells().data() + first, cells},
                    .parameter = {parameters.cells().data() + first, cells},
                    .first_moment = {state.first_moment.cells().data() + first, cells},
                    .second_moment = {state.second_moment.cells().data() + first, cells}});
    });
}

OptimizedCell updated(const OptimizerOptions& options, const Update& update, const OptimizedCell& cell) {
    // A whole cache line of equal cells, so that the same vector instructions compute them as in update(): a single number may be
    // rounded differently.
    constexpr Size cells = 64 / sizeof(Scalar);
    using Line = std::array<Scalar, cells>;
    alignas(64) Line gradient, parameter, first_moment, second_moment;
    gradient.fill(static_cast<Scalar>(cell.gradient)), parameter.fill(static_cast<Scalar>(cell.parameter));
    first_moment.fill(static_cast<Scalar>(cell.first_moment)), second_moment.fill(static_cast<Scalar>(cell.second_moment));
    step_block(options.kind, make_step(options, update),
               {.gradient = {gradient.data(), cells},
                .parameter = {parameter.data(), cells},
                .first_moment = {first_moment.data(), cells},
                .second_moment = {second_moment.data(), cells}});
    return {.parameter = static_cast<double>(parameter[0]),
            .gradient = cell.gradient,
            .first_moment = static_cast<double>(first_moment[0]),
            .second_moment = static_cast<double>(second_moment[0])};
}

}  // namespace vitrine
