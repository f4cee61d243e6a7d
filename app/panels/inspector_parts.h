#pragma once
/// The parts of the inspector. Each draws itself into a column from y downwards and returns where the next one begins.

#include "app/panels/panel.h"

namespace vitrine {

struct Column {
    float left, right;
    float width() const { return right - left; }
};

constexpr float part_gap = 16;  ///< between two parts

/// The current operation: its name, what it does, its formula, and the shapes that go in and come out.
float draw_operation(Ui& ui, const Column& column, float y, const State& state);

/// What is true of all of the selected tensor: every sentence and head, small, where a click shows one large; and its statistics.
struct WholeTensor {
    const State& state;
    Commands& commands;
};
float draw_whole_tensor(Ui& ui, const Column& column, float y, const WholeTensor& whole);

}  // namespace vitrine
