#include <algorithm>

#include <fmt/format.h>

#include "app/views/train/commands.h"
#include "app/views/train/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_height = 26, row_gap = 6;  ///< of an option, and of the gap below it

std::string anchor_of(TrainingOption option) { return "train/" + std::string(option_info(option).key); }

/// Whether the current training was started with another value.
bool differs(const TrainingView& training, TrainingOption option) {
    return training.started && option_value(training.settings, option) != option_value(*training.started, option);
}

void draw_stepper(Ui& ui, Column& column, TrainingOption option, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    const OptionInfo& info = option_info(option);
    const StepperInput input{.name = anchor_of(option),
                             .label = std::string(info.label),
                             .value = option_text(training.settings, option),
                             .place = option_place(training.settings, option),
                             .count = static_cast<int>(info.values.size()),
                             .changed = differs(training, option),
                             .tip = info.text};
    if (const auto place = stepper(ui, column.row(row_height, row_gap), input))
        scene.commands.push_back(SetTrainingOption{option, *place});
}

void draw_toggle(Ui& ui, Column& column, TrainingOption option, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    const OptionInfo& info = option_info(option);
    const SwitchInput input{.name = anchor_of(option),
                            .label = std::string(info.label),
                            .on = option_place(training.settings, option) == 1,
                            .changed = differs(training, option),
                            .tip = info.text};
    if (toggle(ui, column.row(row_height, row_gap), input)) scene.commands.push_back(SetTrainingOption{option, input.on ? 0 : 1});
}

void draw_words(Ui& ui, Column& column, TrainingOption option, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    const OptionInfo& info = option_info(option);
    const Rect area = column.row(43, row_gap + 4);
    if (differs(training, option)) ui.list.AddCircleFilled({area.min.x - 9, area.min.y + 7}, 2.5f, ui.theme.accent, 12);
    ui.text(area.min, Font::body, ui.theme.dim, info.label);
    std::vector<Segment> segments;
    for (const std::string_view word : info.words)
        segments.push_back({anchor_of(option) + "/" + std::string(word), std::string(word)});
    const int chosen = option_place(training.settings, option);
    if (const auto clicked = segmented(ui, {area.min.x, area.min.y + 19}, segments, chosen, ui.theme.dim))
        scene.commands.push_back(SetTrainingOption{option, *clicked});
    if (ui.place(anchor_of(option), area).hovered) ui.note({std::string(info.label), std::string(info.text)});
}

}  // namespace

void draw_train_rate(Ui& ui, Column& column, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    const OptionInfo& info = option_info(TrainingOption::rate);
    column.title("LEARNING RATE", "at once");
    const int place = option_place(training.settings, TrainingOption::rate), count = static_cast<int>(info.values.size());
    const bool scheduled = training.started && training.started->schedule != ScheduleKind::constant;
    const std::string value = scheduled && training.snapshot ? fmt::format("{:.3g} now", training.snapshot->learning_rate)
                                                             : option_text(training.settings, TrainingOption::rate);
    const StepperInput input{
        .name = "train/rate", .label = "rate", .value = value, .place = place, .count = count, .tip = info.text};
    if (const auto to = stepper(ui, column.row(row_height, 4), input))
        scene.commands.push_back(SetTrainingOption{TrainingOption::rate, *to});
    if (const auto to = slider(ui, column.row(24, train_gap), {"train/rate-slider", place, count}))
        scene.commands.push_back(SetTrainingOption{TrainingOption::rate, *to});
}

void draw_train_options(Ui& ui, Column& column, const TrainScene& scene) {
    using enum TrainingOption;
    const TrainingSettings& settings = scene.training().settings;
    column.title("MODEL", "for the next start");
    if (settings.from != TrainingStart::new_model)
        column.paragraph(Font::note, ui.theme.dim, "Same sizes as the open model.", row_gap);
    if (has_effect(settings, stacks)) draw_words(ui, column, stacks, scene);
    for (const TrainingOption option : {layers, d_model, heads, feed_forward, dropout}) {
        if (has_effect(settings, option)) draw_stepper(ui, column, option, scene);
    }
    if (has_effect(settings, norm)) draw_words(ui, column, norm, scene);
    column.gap(train_gap - row_gap);
    column.title("TEACHING", "for the next start");
    for (const TrainingOption option : {optimizer, schedule}) draw_words(ui, column, option, scene);
    for (const TrainingOption option : {warmup, batch_size, label_smoothing, clip, seed}) {
        if (has_effect(settings, option)) draw_stepper(ui, column, option, scene);
    }
    column.gap(train_gap - row_gap);
    column.title("DESIGN", "for the next start");
    for (const TrainingOption option : {causal_mask, padding_mask, scale_scores, positions, residuals}) {
        if (has_effect(settings, option)) draw_toggle(ui, column, option, scene);
    }
    column.gap(12);
}

}  // namespace vitrine
