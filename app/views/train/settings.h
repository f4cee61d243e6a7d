#pragma once
/// What can be chosen before and while a model is trained from the window.

#include <span>
#include <string>
#include <string_view>

#include "core/train/session.h"

namespace vitrine {

struct TrainingSettings {
    std::string task;
    // The model.
    Size d_model = 32, heads = 4, layers = 2, feed_forward = 64;
    double dropout = 0;
    // How it is taught.
    Size batch_size = 32;
    OptimizerKind optimizer = OptimizerKind::adam;
    ScheduleKind schedule = ScheduleKind::constant;
    double rate = 0.002;
    std::int64_t warmup = 400;  ///< steps, for the schedules that have one
    double label_smoothing = 0;
    double clip = 1;  ///< 0: none
    std::uint64_t seed = 1;
    bool causal_mask = true, padding_mask = true;

    bool operator==(const TrainingSettings&) const = default;
};

/// What a task is learned well with in a short time.
TrainingSettings default_settings(const std::string& task);

/// Another task: what was chosen by hand stays, everything else becomes the new task's own.
void change_task(TrainingSettings& settings, const std::string& task);

enum class TrainingOption : std::uint8_t {
    d_model,
    heads,
    layers,
    feed_forward,
    dropout,
    batch_size,
    optimizer,
    schedule,
    rate,
    warmup,
    label_smoothing,
    clip,
    seed,
    causal_mask,
    padding_mask,
};
constexpr int training_option_count = 15;

/// Every option has a row of values to choose from, the smallest first; one that names something has a word for each.
struct OptionInfo {
    TrainingOption option;
    std::string_view key;    ///< "d_model": in anchors and in the state
    std::string_view label;  ///< "feed-forward"
    std::string_view text;   ///< a sentence on what it does
    std::span<const double> values;
    std::span<const std::string_view> words{};  ///< in step with the values, where these are not numbers
};
const OptionInfo& option_info(TrainingOption option);

/// Whether an option means anything beside the others: a constant rate has no warm-up.
bool has_effect(const TrainingSettings& settings, TrainingOption option);

double option_value(const TrainingSettings& settings, TrainingOption option);
void set_option(TrainingSettings& settings, TrainingOption option, double value);

/// The place of its value in the option's row; of the nearest where it is not one of them.
int option_place(const TrainingSettings& settings, TrainingOption option);

/// "0.002", "AdamW", "none": the value as it is written.
std::string option_text(const TrainingSettings& settings, TrainingOption option);

/// A learning rate acts on the training that is under way; everything else, on the next.
bool acts_at_once(TrainingOption option);

/// How many choices differ, those that act at once left out.
int differences(const TrainingSettings& first, const TrainingSettings& second);

/// The training that these settings describe. Throws Error, saying what to choose instead, where there is none.
SessionPlan make_plan(const TrainingSettings& settings);

}  // namespace vitrine
