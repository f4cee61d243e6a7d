#include "app/views/train/parts.h"
#include "app/views/train/view.h"
#include "app/widgets/controls.h"

namespace vitrine {

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

}  // namespace vitrine
