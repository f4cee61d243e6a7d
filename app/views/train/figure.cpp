/// The figure of a training: the loss of every step.

#include "app/panel/figure.h"

#include "app/views/train/progress_parts.h"
#include "app/views/train/time.h"
#include "app/views/train/view.h"

namespace vitrine {

namespace {

/// Of the training under way, or else of the one that the open model's folder tells; null: there is none.
const History* kept_curves(const State& state) {
    const TimeView& time = state.of<TimeView>();
    const bool is_open = time.opened && state.run && time.opened_model && time.opened_model->model == state.run->model;
    return is_open && time.opened->curves.size() > 0 ? &time.opened->curves : nullptr;
}

std::string loss_refusal(const State& state) {
    if (state.of<TrainingView>().curves.loss.size() > 0 || kept_curves(state)) return "";
    return "there is no training to show: train the model in Train, or open one that was trained with --history";
}

float draw_loss_figure(Ui& ui, const Rect& room, const State& state) {
    constexpr float share = 0.62f;  // of the width
    ui.text(room.min, Font::label, ui.theme.dim, "loss, on a logarithmic scale");
    const Rect area = rect_at(room.min, room.width(), share * room.width());
    if (state.of<TrainingView>().curves.loss.size() > 0) {
        draw_loss_plot(ui, area, state.of<TrainingView>());
    } else {
        TrainingView told;
        told.curves.follow(*kept_curves(state));
        draw_loss_plot(ui, area, told);
    }
    return area.max.y;
}

}  // namespace

std::span<const FigureKind> train_figures() {
    static constexpr FigureKind list[] = {{"loss", "The loss", loss_refusal, draw_loss_figure}};
    return list;
}

}  // namespace vitrine
