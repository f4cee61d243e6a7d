#pragma once
/// Learning-rate schedules (section 5.3).

#include <cstdint>

#include "core/tensor/layout.h"

namespace vitrine {

enum class ScheduleKind {
    constant,  ///< always `rate`
    noam,      ///< noam_factor · d_model^(−1/2) · min(step^(−1/2), step · warmup^(−3/2)): equation 3 of the paper
    cosine,    ///< linear warm-up to `rate`, then half a cosine down to 0 at the last step
};

struct ScheduleOptions {
    ScheduleKind kind = ScheduleKind::constant;
    double rate = 1e-3;
    std::int64_t warmup = 0;  ///< steps; noam needs at least one
    double noam_factor = 1;
    std::int64_t steps = 0;  ///< total number of steps, where cosine reaches 0; 0: cosine stays at `rate`
    bool operator==(const ScheduleOptions&) const = default;
};

/// The learning rate of a step, counted from 1.
double learning_rate(const ScheduleOptions& options, Size d_model, std::int64_t step);

}  // namespace vitrine
