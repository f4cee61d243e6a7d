#include "app/views/train/view.h"

#include <algorithm>
#include <cmath>

#include "app/frame/inspector/inspector.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/training/settings_json.h"
#include "app/views/train/commands.h"
#include "app/views/train/errors.h"
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

/// While a model is taught its controls stay and the tensor that is watched goes first. There are no operations to step through.
WindowMeasures train_measures(const State&, float width, float height) {
    constexpr float width_for_three = 940;
    const float left = std::clamp(std::round(width * 0.18f), 248.0f, 288.0f);
    return {left, width < width_for_three ? width : width - right_width(width), height};
}

}  // namespace

const Module train_module{
    .name = "train",
    .label = "Train",
    .tip = "train a model and watch (7 or T)",
    .also = "learning rate optimizer loss curve epochs",
    .follow = follow_training,
    .enter = enter_training,
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
