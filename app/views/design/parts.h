#pragma once
/// The parts of the design bench. Each draws itself into a column from y downwards and returns where the next one begins.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"
#include "app/views/design/state.h"

namespace vitrine {

struct DesignColumn {
    float left, right;
    float width() const { return right - left; }
};

/// What is taken back and the loss, and every prediction of the sentence before and after.
float draw_design_effect(Ui& ui, const DesignColumn& column, float y, const State& state);

/// The choices that make another model, and the seed of its weights.
float draw_variant_choices(Ui& ui, const DesignColumn& column, float y, const State& state, Commands& commands);

}  // namespace vitrine
