#include "core/train/update_explanation.h"

#include <cmath>

#include <fmt/format.h>

namespace vitrine {

std::string_view name_of(OptimizerKind kind) {
    static constexpr std::string_view names[] = {"Adam", "AdamW", "SGD"};
    return names[static_cast<std::size_t>(kind)];
}

std::string update_number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    return fmt::format("{:.6g}", value);
}

namespace {

/// A factor in a formula: a negative number in parentheses.
std::string factor(double value) {
    const std::string text = update_number(value);
    return std::signbit(value) ? '(' + text + ')' : text;
}

/// "+ 0.5" or "− 0.5".
std::string added(double value) { return (std::signbit(value) ? "− " : "+ ") + update_number(std::abs(value)); }

class UpdateWriter {
public:
    UpdateWriter(const TrainerOptions& options, Size d_model, const StepReport& report, const OptimizedCell& cell)
        : options_(options), optimizer_(options.optimizer), d_model_(d_model), report_(report), cell_(cell) {
        result_.step = report.step;
        result_.optimizer = optimizer_.kind;
        result_.before = cell;
        const double clipped = clipping_factor(report.gradient_norm, options.clip);
        result_.after = updated(optimizer_, {.step = report.step, .rate = report.learning_rate, .gradient_factor = clipped}, cell);
    }

    UpdateExplanation write() {
        add("w", "old value", "", "", cell_.parameter);
        add("g", "gradient of the batch", "", "", cell_.gradient);
        write_clipping();
        if (optimizer_.kind != OptimizerKind::adamw) write_decay_in_gradient();
        write_rate();
        optimizer_.kind == OptimizerKind::sgd ? write_sgd() : write_adam();
        return std::move(result_);
    }

private:
    void add(std::string symbol, std::string name, std::string formula, std::string numbers, double value) {
        result_.lines.push_back({std::move(symbol), std::move(name), std::move(formula), std::move(numbers), value});
    }

    /// Clips the gradient: if its norm exceeds the limit, the whole gradient is scaled down.
    void write_clipping() {
        if (options_.clip <= 0) return;
        const double share = clipping_factor(report_.gradient_norm, options_.clip);
        add("‖g‖", "norm of all gradients", "", "", report_.gradient_norm);
        add("c", "clipping", "min(1, limit / (‖g‖ + 10⁻⁶))",
            fmt::format("min(1, {} / ({} + 1e-06))", update_number(options_.clip), update_number(report_.gradient_norm)), share);
        gradient_ = share * cell_.gradient;
        add("g", "clipped gradient", "c · g", factor(share) + " · " + factor(cell_.gradient), gradient_);
    }

    void write_decay_in_gradient() {
        const double decay = optimizer_.weight_decay;
        if (decay == 0) return;
        const double before = gradient_;
        gradient_ += decay * cell_.parameter;
        add("g", "with weight decay", "g + λ · w",
            fmt::format("{} + {} · {}", update_number(before), update_number(decay), factor(cell_.parameter)), gradient_);
    }

    void write_rate() {
        const ScheduleOptions& schedule = options_.schedule;
        const double t = static_cast<double>(report_.step);
        std::string formula, numbers;
        if (schedule.kind == ScheduleKind::noam) {
            formula = "factor / √D · min(1 / √t, t / warmup^1.5)";
            numbers = fmt::format("{} / √{} · min(1 / √{}, {} / {}^1.5)", update_number(schedule.noam_factor), d_model_, t, t,
                                  std::max<std::int64_t>(schedule.warmup, 1));
        } else if (schedule.kind == ScheduleKind::cosine && report_.step < schedule.warmup) {
            formula = "rate · t / warmup";
            numbers = fmt::format("{} · {} / {}", update_number(schedule.rate), t, schedule.warmup);
        } else if (schedule.kind == ScheduleKind::cosine && schedule.steps > schedule.warmup) {
            formula = "rate · (1 + cos(π · min(1, (t − warmup) / (steps − warmup)))) / 2";
            numbers = fmt::format("{0} · (1 + cos(π · min(1, ({1} − {2}) / ({3} − {2})))) / 2", update_number(schedule.rate), t,
                                  schedule.warmup, schedule.steps);
        }
        add("η", fmt::format("rate of step {}", report_.step), formula, numbers, report_.learning_rate);
    }

    void write_adam() {
        const double beta1 = optimizer_.beta1, beta2 = optimizer_.beta2, eta = report_.learning_rate;
        const double m = result_.after.first_moment, v = result_.after.second_moment;
        const auto t = static_cast<double>(report_.step);
        const double correction1 = 1 - std::pow(beta1, t), correction2 = 1 - std::pow(beta2, t);
        add("m", "first moment", "β₁ · m + (1 − β₁) · g",
            fmt::format("{} · {} + {} · {}", update_number(beta1), factor(cell_.first_moment), update_number(1 - beta1),
                        factor(gradient_)),
            m);
        add("v", "second moment", "β₂ · v + (1 − β₂) · g²",
            fmt::format("{} · {} + {} · {}²", update_number(beta2), factor(cell_.second_moment), update_number(1 - beta2),
                        factor(gradient_)),
            v);
        add("m′", "bias corrected", "m / (1 − β₁ᵗ)", fmt::format("{} / (1 − {}^{})", update_number(m), update_number(beta1), t),
            m / correction1);
        add("v′", "bias corrected", "v / (1 − β₂ᵗ)", fmt::format("{} / (1 − {}^{})", update_number(v), update_number(beta2), t),
            v / correction2);
        const double root = std::sqrt(v / correction2) + optimizer_.epsilon, change = -eta * (m / correction1) / root;
        add("Δ", "step", "−η · m′ / (√v′ + ε)",
            fmt::format("−{} · {} / (√{} + {})", update_number(eta), factor(m / correction1), update_number(v / correction2),
                        update_number(optimizer_.epsilon)),
            change);
        const double decay = optimizer_.weight_decay;
        if (optimizer_.kind == OptimizerKind::adamw && decay != 0) {
            add("w", "new value", "w · (1 − η · λ) + Δ",
                fmt::format("{} · (1 − {} · {}) {}", factor(cell_.parameter), update_number(eta), update_number(decay),
                            added(change)),
                result_.after.parameter);
        } else {
            write_new_value(change);
        }
    }

    void write_sgd() {
        const double velocity = result_.after.first_moment, change = -report_.learning_rate * velocity;
        add("u", "velocity", "momentum · u + g",
            fmt::format("{} · {} {}", update_number(optimizer_.momentum), factor(cell_.first_moment), added(gradient_)), velocity);
        add("Δ", "step", "−η · u", fmt::format("−{} · {}", update_number(report_.learning_rate), factor(velocity)), change);
        write_new_value(change);
    }

    void write_new_value(double change) {
        add("w", "new value", "w + Δ", fmt::format("{} {}", update_number(cell_.parameter), added(change)),
            result_.after.parameter);
    }

    const TrainerOptions& options_;
    const OptimizerOptions& optimizer_;
    const Size d_model_;
    const StepReport& report_;
    const OptimizedCell cell_;
    double gradient_ = cell_.gradient;  // the gradient as changed so far
    UpdateExplanation result_;
};

}  // namespace

UpdateExplanation explain_update(const TrainerOptions& options, Size d_model, const StepReport& report, const OptimizedCell& cell) {
    return UpdateWriter(options, d_model, report, cell).write();
}

}  // namespace vitrine
