#include <algorithm>

#include <fmt/format.h>

#include "app/views/train/commands.h"
#include "app/views/train/parts.h"
#include "app/views/train/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_height = 26, row_gap = 6;

std::string anchor_of(TrainingOption option) { return "train/" + std::string(option_info(option).key); }

/// Whether the training under way was started with another value.
bool differs(const TrainingView& training, TrainingOption option) {
    return training.started && option_value(training.settings, option) != option_value(*training.started, option);
}

float draw_stepper(Ui& ui, const TrainColumn& column, float y, TrainingOption option) {
    const TrainingView& training = column.training();
    const OptionInfo& info = option_info(option);
    const StepperInput input{.name = anchor_of(option),
                             .label = std::string(info.label),
                             .value = option_text(training.settings, option),
                             .place = option_place(training.settings, option),
                             .count = static_cast<int>(info.values.size()),
                             .changed = differs(training, option),
                             .tip = info.text};
    if (const auto place = stepper(ui, rect_at({column.left, y}, column.width(), row_height), input)) {
        column.commands.push_back(SetTrainingOption{option, *place});
    }
    return y + row_height + row_gap;
}

float draw_toggle(Ui& ui, const TrainColumn& column, float y, TrainingOption option) {
    const TrainingView& training = column.training();
    const OptionInfo& info = option_info(option);
    const SwitchInput input{.name = anchor_of(option),
                            .label = std::string(info.label),
                            .on = option_place(training.settings, option) == 1,
                            .changed = differs(training, option),
                            .tip = info.text};
    if (toggle(ui, rect_at({column.left, y}, column.width(), row_height), input)) {
        column.commands.push_back(SetTrainingOption{option, input.on ? 0 : 1});
    }
    return y + row_height + row_gap;
}

float draw_words(Ui& ui, const TrainColumn& column, float y, TrainingOption option) {
    const TrainingView& training = column.training();
    const OptionInfo& info = option_info(option);
    if (differs(training, option)) ui.list.AddCircleFilled({column.left - 9, y + 7}, 2.5f, ui.theme.accent, 12);
    ui.text({column.left, y}, Font::body, ui.theme.dim, info.label);
    std::vector<Segment> segments;
    for (const std::string_view word : info.words)
        segments.push_back({anchor_of(option) + "/" + std::string(word), std::string(word)});
    const int chosen = option_place(training.settings, option);
    if (const auto clicked = segmented(ui, {column.left, y + 19}, segments, chosen, ui.theme.dim)) {
        column.commands.push_back(SetTrainingOption{option, *clicked});
    }
    if (ui.place(anchor_of(option), rect_at({column.left, y}, column.width(), 43)).hovered) {
        ui.note({std::string(info.label), std::string(info.text)});
    }
    return y + 43 + row_gap + 4;
}

float draw_title(Ui& ui, const TrainColumn& column, float y, std::string_view title, std::string_view remark = {}) {
    section_title(ui, rect_at({column.left, y}, column.width(), 16), title, remark);
    return y + 26;
}

}  // namespace

float draw_train_rate(Ui& ui, const TrainColumn& column, float y) {
    const TrainingView& training = column.training();
    const OptionInfo& info = option_info(TrainingOption::rate);
    y = draw_title(ui, column, y, "LEARNING RATE", "acts at once");
    const int place = option_place(training.settings, TrainingOption::rate), count = static_cast<int>(info.values.size());
    const bool scheduled = training.started && training.started->schedule != ScheduleKind::constant;
    const std::string value = scheduled && training.snapshot ? fmt::format("{:.3g} now", training.snapshot->learning_rate)
                                                             : option_text(training.settings, TrainingOption::rate);
    const StepperInput input{
        .name = "train/rate", .label = "rate", .value = value, .place = place, .count = count, .tip = info.text};
    if (const auto to = stepper(ui, rect_at({column.left, y}, column.width(), row_height), input)) {
        column.commands.push_back(SetTrainingOption{TrainingOption::rate, *to});
    }
    y += row_height + 4;
    if (const auto to = slider(ui, rect_at({column.left, y}, column.width(), 24), {"train/rate-slider", place, count})) {
        column.commands.push_back(SetTrainingOption{TrainingOption::rate, *to});
    }
    return y + 24 + train_gap;
}

float draw_train_options(Ui& ui, const TrainColumn& column, float y) {
    using enum TrainingOption;
    y = draw_title(ui, column, y, "MODEL", "for a new start");
    for (const TrainingOption option : {layers, d_model, heads, feed_forward, dropout}) y = draw_stepper(ui, column, y, option);
    y = draw_title(ui, column, y + train_gap - row_gap, "TEACHING", "for a new start");
    y = draw_words(ui, column, y, optimizer);
    y = draw_words(ui, column, y, schedule);
    for (const TrainingOption option : {warmup, batch_size, label_smoothing, clip, seed}) {
        if (has_effect(column.training().settings, option)) y = draw_stepper(ui, column, y, option);
    }
    y = draw_title(ui, column, y + train_gap - row_gap, "MASKS", "for a new start");
    for (const TrainingOption option : {causal_mask, padding_mask}) y = draw_toggle(ui, column, y, option);
    return y + 12;
}

}  // namespace vitrine
