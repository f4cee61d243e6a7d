#include "app/cli/train/method.h"

#include <algorithm>
#include <charconv>

#include "app/cli/common/numbers.h"
#include "core/model/design_choices.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr double sgd_rate = 0.05;  // Adam's rate would be far too small for SGD

double number_of(const std::string& text) {
    double number = -1;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && stopped == text.data() + text.size() ? number : -1;
}

void read_betas(const std::string& text, OptimizerOptions& optimizer) {
    const auto parts = split_at_commas(text);
    const auto is_beta = [](const std::string& part) { return number_of(part) >= 0 && number_of(part) < 1; };
    if (parts.size() != 2 || !std::ranges::all_of(parts, is_beta)) {
        throw Error("--betas: " + in_quotes(text) + " is not two numbers of at least 0 and below 1, such as 0.9,0.98");
    }
    optimizer.beta1 = number_of(parts[0]);
    optimizer.beta2 = number_of(parts[1]);
}

OptimizerOptions optimizer_of(const TrainOptions& o) {
    OptimizerOptions optimizer;
    if (o.optimizer == "adamw") optimizer.kind = OptimizerKind::adamw, optimizer.weight_decay = 0.01;
    if (o.optimizer == "sgd") optimizer.kind = OptimizerKind::sgd;
    if (o.betas) read_betas(*o.betas, optimizer);
    optimizer.epsilon = o.eps.value_or(optimizer.epsilon);
    optimizer.weight_decay = o.weight_decay.value_or(optimizer.weight_decay);
    optimizer.momentum = o.momentum.value_or(optimizer.momentum);
    return optimizer;
}

/// A recipe's schedule is made for its own number of steps. With another number it is constant, so that a training that is
/// continued later gets the same result as a single one with the same number of steps in all.
ScheduleKind schedule_kind(const TrainOptions& o, const Recipe& recipe) {
    if (!o.schedule) return o.steps || o.epochs ? ScheduleKind::constant : recipe.schedule;
    if (o.schedule == "noam") return ScheduleKind::noam;
    return o.schedule == "cosine" ? ScheduleKind::cosine : ScheduleKind::constant;
}

ScheduleOptions schedule_of(const TrainOptions& o, const Recipe& recipe, std::int64_t steps) {
    ScheduleOptions schedule{.kind = schedule_kind(o, recipe),
                             .rate = o.lr.value_or(o.optimizer == "sgd" ? sgd_rate : recipe.rate),
                             .noam_factor = o.noam_factor.value_or(1),
                             .steps = steps};
    if (schedule.kind == ScheduleKind::noam) schedule.warmup = std::max<std::int64_t>(1, steps / 10);
    schedule.warmup = o.warmup.value_or(schedule.warmup);
    return schedule;
}

void take_back(const std::string& text, TrainerOptions& options) {
    std::string names;
    for (const DesignChoice& known : design_choices()) names += (names.empty() ? "" : ", ") + std::string(known.name);
    for (const std::string& name : split_at_commas(text)) {
        const DesignChoice* choice = find_design_choice(name);
        if (!choice) throw Error("--design: " + in_quotes(name) + " is not one of " + names);
        choice->make(options.design, true);
    }
}

void take_masks_away(const std::string& text, TrainerOptions& options) {
    for (const std::string& mask : split_at_commas(text)) {
        if (mask != "causal-mask" && mask != "padding-mask") {
            throw Error("--without: " + in_quotes(mask) + " is not one of causal-mask, padding-mask");
        }
        (mask == "causal-mask" ? options.causal_mask : options.padding_mask) = false;
    }
}

}  // namespace

std::optional<std::string> given_method(const TrainOptions& o) {
    const std::pair<const char*, bool> options[] = {{"--optimizer", o.optimizer.has_value()},
                                                    {"--betas", o.betas.has_value()},
                                                    {"--eps", o.eps.has_value()},
                                                    {"--weight-decay", o.weight_decay.has_value()},
                                                    {"--momentum", o.momentum.has_value()},
                                                    {"--schedule", o.schedule.has_value()},
                                                    {"--lr", o.lr.has_value()},
                                                    {"--warmup", o.warmup.has_value()},
                                                    {"--noam-factor", o.noam_factor.has_value()},
                                                    {"--label-smoothing", o.label_smoothing.has_value()},
                                                    {"--clip", o.clip.has_value()}};
    for (const auto& [name, given] : options) {
        if (given) return name;
    }
    return std::nullopt;
}

TrainerOptions method_of(const TrainOptions& o, const Recipe& recipe, std::int64_t steps) {
    TrainerOptions options{.optimizer = optimizer_of(o), .schedule = schedule_of(o, recipe, steps)};
    options.label_smoothing = o.label_smoothing.value_or(0);
    options.clip = o.clip.value_or(0);
    options.seed = o.seed.value_or(1);
    if (o.without) take_masks_away(*o.without, options);
    if (o.design) take_back(*o.design, options);
    return options;
}

}  // namespace vitrine
