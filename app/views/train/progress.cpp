#include <algorithm>

#include "app/views/train/progress_parts.h"
#include "app/views/train/view.h"

namespace vitrine {

namespace {

constexpr float curves_gap = 24, narrow = 520;

/// Within limits, the height of the loss leaves some predictions visible.
float loss_height(float height) { return std::clamp(height * 0.38f, 170.0f, 380.0f); }
float small_height(float height) { return std::clamp(height * 0.17f, 110.0f, 170.0f); }

/// Draws rate and norm side by side if there is room, otherwise one below the other.
void draw_small_curves(Ui& ui, Column& column, float height, const TrainingView& training) {
    const bool beside = column.width() >= narrow;
    const Rect row = column.row(height, curves_gap);
    draw_rate_curve(ui, beside ? row.part(0, 2, curves_gap) : row, training);
    draw_norm_curve(ui, beside ? row.part(1, 2, curves_gap) : column.row(height, curves_gap), training);
}

}  // namespace

void draw_progress_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark) {
    const float middle = line.min.y + 10;
    const Rect written = ui.text({line.min.x, middle}, Font::heading, ui.theme.text, title, {.vertical = VerticalAlign::middle});
    ui.text({written.max.x + 10, middle + 1}, Font::note, ui.theme.dim, remark,
            {.max_width = line.max.x - written.max.x - 10, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

void draw_progress(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    constexpr float widest = 1080;
    const float width = std::min(area.width() - 2 * (area.width() < narrow ? 16 : 28), widest);
    const float left = std::round(area.centre().x - width / 2);
    Column column{ui, left, left + width, begin_scroll(ui, "progress", area, state) + 18};
    draw_loss_curve(ui, column.row(loss_height(area.height()), curves_gap), state.of<TrainingView>());
    draw_trainings(ui, column, state, commands);
    draw_time(ui, column, state, commands);
    draw_small_curves(ui, column, small_height(area.height()), state.of<TrainingView>());
    draw_predictions(ui, column, state, commands);
    draw_errors(ui, column, state, commands);
    end_column(column, "progress", commands, 16);
}

}  // namespace vitrine
