#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitrine {

namespace {

double noam(const ScheduleOptions& options, Size d_model, double step) {
    const auto warmup = static_cast<double>(std::max<std::int64_t>(options.warmup, 1));
    return options.noam_factor / std::sqrt(static_cast<double>(d_model)) *
           std::min(1 / std::sqrt(step), step / (warmup * std::sqrt(warmup)));
}

double half_cosine(const ScheduleOptions& options, std::int64_t step) {
    if (step < options.warmup) return options.rate * static_cast<double>(step) / static_cast<double>(options.warmup);
    if (options.steps <= options.warmup) return options.rate;
    const auto after = static_cast<double>(step - options.warmup), length = static_cast<double>(options.steps - options.warmup);
    return options.rate * (1 + std::cos(std::numbers::pi * std::min(after / length, 1.0))) / 2;
}

}  // namespace

double learning_rate(const ScheduleOptions& options, Size d_model, std::int64_t step) {
    switch (options.kind) {
        case ScheduleKind::noam:
            return noam(options, d_model, static_cast<double>(step));
        case ScheduleKind::cosine:
            return half_cosine(options, step);
        default:
            return options.rate;
    }
}

}  // namespace vitrine
