#include "app/views/train/progress.h"

#include <algorithm>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/views/train/progress_parts.h"
#include "app/views/train/state.h"

namespace vitrine {

namespace {

constexpr float widest = 1080, curves_gap = 24, narrow = 520;

/// The loss gets what height there is once some predictions can be seen, within limits.
float loss_height(float height) { return std::clamp(height * 0.38f, 170.0f, 380.0f); }
float small_height(float height) { return std::clamp(height * 0.17f, 110.0f, 170.0f); }

/// Rate and norm stand side by side where there is room, else one below the other.
float draw_small_curves(Ui& ui, const Rect& line, float height, const TrainingView& training) {
    const bool beside = line.width() >= narrow;
    const float width = beside ? (line.width() - curves_gap) / 2 : line.width();
    const Rect rate = rect_at(line.min, width, height);
    const Rect norm = beside ? rate.moved(width + curves_gap, 0) : rate.moved(0, height + curves_gap);
    draw_rate_curve(ui, rate, training);
    draw_norm_curve(ui, norm, training);
    return norm.max.y + curves_gap;
}

}  // namespace

void draw_progress_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark) {
    const float middle = line.min.y + 10;
    const Rect written = ui.text({line.min.x, middle}, Font::heading, ui.theme.text, title, {.vertical = VerticalAlign::middle});
    ui.text({written.max.x + 10, middle + 1}, Font::note, ui.theme.dim, remark,
            {.max_width = line.max.x - written.max.x - 10, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

void draw_progress(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const float margin = area.width() < narrow ? 16 : 28;
    const float width = std::min(area.width() - 2 * margin, widest);
    const float left = std::round(area.centre().x - width / 2);
    float y = begin_scroll(ui, "progress", area, state) + 18;
    const float height = loss_height(area.height());
    draw_loss_curve(ui, rect_at({left, y}, width, height), state.of<TrainingView>());
    y = draw_small_curves(ui, rect_at({left, y + height + curves_gap}, width, 0), small_height(area.height()),
                          state.of<TrainingView>());
    y = draw_predictions(ui, {{left, y}, {left + width, y}}, state, commands);
    end_scroll(ui, "progress", y + 16, commands);
}

}  // namespace vitrine
