#pragma once
/// The options of a training in the window.

#include <span>
#include <string>
#include <string_view>

#include "core/train/session.h"

namespace vitrine {

/// The model that a training begins with.
enum class TrainingStart : std::uint8_t {
    open_model,  ///< the open model, with its weights
    open_sizes,  ///< a model like the open one, with newly drawn weights
    new_model,   ///< a model of the chosen sizes, with newly drawn weights
};
constexpr int training_start_count = 3;

/// The name that stands for the sentences with which the open model was opened, instead of a task.
inline constexpr const char* open_sentences = "its open sentences";

struct TrainingSettings {
    std::string task;  ///< one of list_tasks(), or open_sentences; empty: none was chosen
    TrainingStart from = TrainingStart::new_model;
    // The sizes of a new model.
    Architecture architecture = Architecture::transformer;
    Size d_model = 32, heads = 4, layers = 2, feed_forward = 64;
    NormPlacement norm = NormPlacement::after;
    double dropout = 0;
    // How the model is trained.
    Size batch_size = 32;
    Size batch_tokens = 0;  ///< as in BatchSize; only a training begun on the command line has them, or several batches in a step
    Size accumulated = 1;
    OptimizerKind optimizer = OptimizerKind::adam;
    ScheduleKind schedule = ScheduleKind::constant;
    double rate = 0.002;
    std::int64_t warmup = 400;  ///< steps, for the schedules that have one
    double label_smoothing = 0;
    double clip = 1;  ///< 0: none
    std::uint64_t seed = 1;
    bool causal_mask = true, padding_mask = true;
    bool scale_scores = true, positions = true, residuals = true;

    bool operator==(const TrainingSettings&) const = default;
};

/// Settings with which a task is learned well in a short time.
TrainingSettings default_settings(const std::string& task);

/// Changes the task: options chosen by hand stay, all others become the new task's defaults.
void change_task(TrainingSettings& settings, const std::string& task);

enum class TrainingOption : std::uint8_t {
    stacks,
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
    norm,
    scale_scores,
    positions,
    residuals,
};
constexpr int training_option_count = 20;

/// An option with its values, the smallest first.
struct OptionInfo {
    TrainingOption option;
    std::string_view key;    ///< "d_model": in anchors and in the state
    std::string_view label;  ///< "feed-forward"
    std::string_view text;   ///< a sentence on what it does
    std::span<const double> values;
    std::span<const std::string_view> words{};  ///< one per value, if values are not numbers
};
const OptionInfo& option_info(TrainingOption option);

/// Whether an option has an effect with the other settings: a constant rate has no warm-up, and an open model already has its
/// sizes.
bool has_effect(const TrainingSettings& settings, TrainingOption option);

double option_value(const TrainingSettings& settings, TrainingOption option);

/// A batch size that is set is one of sentences again, one batch in a step.
void set_option(TrainingSettings& settings, TrainingOption option, double value);

/// The index of the option's value in its values, or of the nearest value.
int option_place(const TrainingSettings& settings, TrainingOption option);

/// The option's value as text: "0.002", "AdamW", "none", "4 × 4 096 tokens".
std::string option_text(const TrainingSettings& settings, TrainingOption option);

/// True for the learning rate, which changes the current training; all other options apply to the next one.
bool acts_at_once(TrainingOption option);

/// The number of options that differ, except those that act at once.
int differences(const TrainingSettings& first, const TrainingSettings& second);

/// The options of the first settings that differ in the second: "heads 2, rate 0.01"; if there are more than two, how many
/// others. Empty: none differ.
std::string option_words(const TrainingSettings& first, const TrainingSettings& second);

}  // namespace vitrine
