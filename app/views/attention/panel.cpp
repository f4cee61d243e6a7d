#include "app/views/attention/panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/run/attention_readings.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/parts.h"
#include "app/views/attention/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

AttentionDesk make_desk(const State& state, Commands& commands) {
    const Run& run = *state.run;
    const AttentionPlace& place = state.of<AttentionView>().place;
    const HeadPlace head = shown_head(state);
    const TensorInfo& weights = *run.outline().find(attention_tensor(state, "weights"));
    return {.state = state,
            .commands = commands,
            .place = place,
            .head = head,
            .numbers = attention_of(*run.activations, place),
            .detail = run.of<AttentionReadings>().detail(run, place, head),
            .reading = run.of<AttentionReadings>().reading(run, place, head),
            .pair = attention_pair(state),
            .asking = axis_labels(run, weights, 2, head.sentence),
            .answering = axis_labels(run, weights, 3, head.sentence)};
}

void AttentionDesk::choose(const TokenPair& chosen) const {
    const std::string_view shown = stage_info(state.of<AttentionView>().stage, run().regime.design).tensor;
    commands.push_back(SelectCell{attention_tensor(state, shown.empty() ? "weights" : shown), cell(chosen)});
}

namespace {

/// scores | masked | weights | contribution | side by side; in two lines where one is too short. Returns the bottom.
float draw_stages(Ui& ui, ImVec2 corner, float width, std::span<const Segment> segments, const AttentionDesk& desk) {
    constexpr float line = 28;
    const int selected = static_cast<int>(desk.state.of<AttentionView>().stage);
    const bool in_one = segmented_width(ui, segments) <= width;
    const std::size_t first_line = in_one ? segments.size() : segments.size() / 2 + 1;
    auto clicked = segmented(ui, corner, segments.first(first_line), selected, ui.theme.dim);
    if (!in_one) {
        const int before = static_cast<int>(first_line);
        corner.y += line;
        const auto below = segmented(ui, corner, segments.subspan(first_line), selected - before, ui.theme.dim);
        if (below) clicked = before + *below;
    }
    if (clicked) desk.commands.push_back(SetAttentionStage{static_cast<AttentionStage>(*clicked)});
    return corner.y + line;
}

}  // namespace

float draw_attention_title(Ui& ui, const AttentionColumn& column, float y, const AttentionDesk& desk) {
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < attention_stages().size(); ++i) {
        const AttentionStageInfo stage = stage_info(static_cast<AttentionStage>(i), desk.run().regime.design);
        segments.push_back({"attention/stage/" + std::string(stage.name), std::string(stage.label), stage.tip});
    }
    constexpr float height = 24;
    const std::string title = attention_title(desk);
    const float wide = segmented_width(ui, segments);
    const bool beside = ui.width_of(Font::title, title) + 32 + wide <= column.width();
    ui.text({column.left, y + height / 2}, Font::title, ui.theme.text, title,
            {.max_width = column.width(), .vertical = VerticalAlign::middle});
    const ImVec2 corner = beside ? ImVec2{column.right - wide, y} : ImVec2{column.left, y + height + 10};
    return draw_stages(ui, corner, column.width(), segments, desk) + 14;
}

namespace {

/// What kind of head it is and what reaches its words: one below the other or, in a wide column, side by side.
float draw_reading(Ui& ui, const AttentionColumn& column, float y, const AttentionDesk& desk) {
    constexpr float wide = 640, gap = 40;
    if (column.width() < wide) {
        y = draw_attention_contributions(ui, column, draw_attention_kind(ui, column, y, desk), desk);
        return draw_attention_without(ui, column, y, desk);
    }
    const float middle = (column.left + column.right) / 2;
    const AttentionColumn first{column.left, middle - gap / 2}, second{middle + gap / 2, column.right};
    const float left = draw_attention_without(ui, first, draw_attention_kind(ui, first, y, desk), desk);
    return std::max(left, draw_attention_contributions(ui, second, y + 6, desk));
}

float draw_rule(Ui& ui, const AttentionColumn& column, float y) {
    ui.fill({{column.left, y}, {column.right, y + 1}}, ui.theme.line);
    return y + 19;
}

}  // namespace

void draw_attention(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference) return draw_compared_heads(ui, area, state, commands);
    const AttentionDesk desk = make_desk(state, commands);
    constexpr float margin = 24;
    const AttentionColumn column{area.min.x + margin, area.max.x - margin};
    const float top = begin_scroll(ui, "attention", area, state) + 16;
    float y = draw_attention_title(ui, column, top, desk);
    // With a pair taken apart below it in a window 800 high.
    const float height = std::clamp(area.height() - (y - top) - 356, 330.0f, 760.0f);
    y = draw_attention_head(ui, column, y, height, desk);
    y = draw_rule(ui, column, y);
    y = draw_attention_products(ui, column, y, desk);
    if (area.max.x >= ui.size().x) {  // no column to the right
        y = draw_rule(ui, column, y);
        y = draw_reading(ui, column, y, desk);
    }
    end_scroll(ui, "attention", y + 8, commands);
}

void draw_attention_reading(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference) return draw_compared_reading(ui, area, state, commands);
    const AttentionDesk desk = make_desk(state, commands);
    const AttentionColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    const float top = begin_scroll(ui, "attention-reading", area, state) + 16;
    const float y = draw_reading(ui, column, top, desk);
    end_scroll(ui, "attention-reading", y + 8, commands);
}

}  // namespace vitrine
