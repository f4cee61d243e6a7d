#include "app/views/train/view.h"

#include <algorithm>
#include <cmath>

#include "app/frame/inspector/inspector.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/training/settings_json.h"
#include "app/views/train/commands.h"
#include "app/views/train/errors.h"
#include "app/views/train/parts.h"
#include "app/views/train/state.h"
#include "app/views/train/training.h"

namespace vitrine {

namespace {

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("training", state.template of<TrainingView>().settings);
    }
};

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left, draw_train},
        {Place::centre, draw_progress},
        {Place::right, draw_inspector},
        {Place::overlay, draw_tasks},
    };
    return list;
}

/// In a narrow window, the controls stay, but not the watched tensor. There is no bar for stepping.
WindowMeasures train_measures(const State&, float width, float height) {
    constexpr float width_for_three = 940;
    const float left = std::clamp(std::round(width * 0.18f), 248.0f, 288.0f);
    return {left, width < width_for_three ? width : width - right_width(width), height};
}

}  // namespace

void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TrainScene scene{state, commands};
    Column column = begin_column(ui, "train", area, state);
    draw_train_start(ui, column, scene);
    draw_train_buttons(ui, column, scene);
    draw_train_breakdown(ui, column, scene);
    draw_train_numbers(ui, column, scene);
    draw_train_rate(ui, column, scene);
    draw_train_options(ui, column, scene);
    end_column(column, "train", commands, 0);
}

const Module train_module{
    .name = "train",
    .label = "Train",
    .tip = "train a model and watch (4 or T)",
    .also = "learning rate optimizer loss curve epochs",
    .main_tab = 4,
    .follow = follow_training,
    .enter = enter_training,
    .shows_selected = [](const State&) { return true; },  // it becomes the watched tensor
    .missing = missing_training,
    .panels = panels,
    .measures = train_measures,
    .figures = train_figures,
    .keys = {.is_typing = is_searching_errors, .type = type_error_search},
    .actions = train_actions,
    .habits = saved_fields<Habits>(),
    .describe = describe_train,
};

}  // namespace vitrine
