#include "app/shell/loop/layout.h"

#include <algorithm>
#include <cmath>

#include "app/compare/state.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

constexpr float top_height = 48, bottom_height = 72;

constexpr float width_for_all = 940, width_for_two = 700;

/// The side columns take a share of the width within limits; the figure in the middle takes what is left.
float left_width(float width) { return width < width_for_all ? 0 : std::clamp(std::round(width * 0.18f), 216.0f, 272.0f); }
float right_width(float width) {
    constexpr float width_for_broad = 1060;
    if (width < width_for_two) return width;
    if (width < width_for_all) return std::round(width * 0.5f);
    return std::clamp(std::round(width * 0.225f), width < width_for_broad ? 320.0f : 352.0f, 520.0f);
}

/// Where the left column ends, where the right one begins, and where both end below.
struct WindowMeasures {
    float left, right, lower;
};

/// While a model is taught its controls stay and the tensor that is watched goes first. There are no operations to step through.
WindowMeasures training_measures(ImVec2 size) {
    const float left = std::clamp(std::round(size.x * 0.18f), 248.0f, 288.0f);
    return {left, size.x < width_for_all ? size.x : size.x - right_width(size.x), size.y};
}

/// The heads, the masks or the choices stay; what is said about the one that is shown goes below it. There is nothing to step
/// through.
WindowMeasures attention_measures(ImVec2 size) {
    constexpr float width_for_three = 1180;
    const float left = std::clamp(std::round(size.x * 0.18f), 244.0f, 288.0f);
    const float right = size.x < width_for_three ? 0 : std::clamp(std::round(size.x * 0.24f), 296.0f, 420.0f);
    return {left, size.x - right, size.y};
}

/// The choices stay; the inspector, which says of one number what its picture says as well, goes first.
WindowMeasures positions_measures(ImVec2 size) {
    constexpr float width_for_three = 1180;
    const float left = std::clamp(std::round(size.x * 0.18f), 248.0f, 272.0f);
    return {left, size.x < width_for_three ? size.x : size.x - right_width(size.x), size.y};
}

/// The list of tensors stays, and the inspector goes. There is nothing to step through.
WindowMeasures tensors_measures(ImVec2 size) {
    constexpr float width_for_three = 1180;
    const float left = std::clamp(std::round(size.x * 0.2f), 240.0f, 320.0f);
    const float right = size.x < width_for_three ? 0 : std::clamp(std::round(size.x * 0.225f), 320.0f, 520.0f);
    return {left, size.x - right, size.y};
}

/// The choices stay; all else is in the middle.
WindowMeasures generate_measures(ImVec2 size) { return {std::clamp(std::round(size.x * 0.17f), 232.0f, 280.0f), size.x, size.y}; }

/// The ranking stays; there is nothing to step through. With nothing to compare, one column says so.
WindowMeasures compare_measures(ImVec2 size, bool pinned) {
    return {pinned ? std::clamp(std::round(size.x * 0.26f), 280.0f, 400.0f) : 0, size.x, size.y};
}

WindowMeasures map_measures(ImVec2 size) { return {left_width(size.x), size.x - right_width(size.x), size.y - bottom_height}; }

WindowMeasures measures_of(const State& state, ImVec2 size) {
    const View view = state.view;
    if (view == View::compare) return compare_measures(size, state.of<ComparisonView>().pinned != nullptr);
    if (view == View::train) return training_measures(size);
    if (view == View::tokens || view == View::generate) return generate_measures(size);
    if (view == View::attention || view == View::masks || view == View::design) return attention_measures(size);
    if (view == View::tensors) return tensors_measures(size);
    if (view == View::positions) return positions_measures(size);
    return map_measures(size);
}

}  // namespace

WindowLayout::WindowLayout(const Ui& ui, const State& state) {
    const float width = ui.size().x;
    const auto place = [&](Place which) -> Rect& { return places_[static_cast<std::size_t>(which)]; };
    const auto wanted_by = [&](Place which, float across) {
        float sum = 0;
        for (const Panel& panel : panels()) {
            const bool here = panel.place == which && panel.height && panel.views.contains(state.view);
            if (here) sum += panel.height(ui, across, state);
        }
        return sum;
    };
    const float height = ui.size().y - wanted_by(Place::status, width);
    const WindowMeasures measures = measures_of(state, {width, height});
    const float left = measures.left, right = measures.right, lower = measures.lower;
    const float upper = top_height + wanted_by(Place::strip, width), wanted = wanted_by(Place::left_top, left);
    const float split = upper + std::min(wanted, 0.5f * (lower - upper));

    place(Place::top) = {{0, 0}, {width, top_height}};
    place(Place::strip) = {{0, top_height}, {width, upper}};
    place(Place::left_top) = {{0, upper}, {left - 1, split}};
    place(Place::left) = {{0, split}, {left - 1, lower}};
    place(Place::centre) = {{left, upper}, {right, lower}};
    place(Place::right) = {{right + 1, upper}, {width, lower}};
    place(Place::bottom) = {{0, lower}, {width, height}};
    place(Place::status) = {{0, height}, {width, ui.size().y}};
    place(Place::overlay) = {{0, 0}, ui.size()};
}

void WindowLayout::draw_grounds(Ui& ui) const {
    const Rect &left_top = (*this)[Place::left_top], &left = (*this)[Place::left], &right = (*this)[Place::right];
    ui.fill((*this)[Place::overlay], ui.theme.canvas);
    ui.fill({left_top.min, {left.max.x + 1, left.max.y}}, ui.theme.panel);
    ui.fill({{left.max.x, left_top.min.y}, {left.max.x + 1, left.max.y}}, ui.theme.line);
    ui.fill({{right.min.x - 1, right.min.y}, right.max}, ui.theme.panel);
    ui.fill({{right.min.x - 1, right.min.y}, {right.min.x, right.max.y}}, ui.theme.line);
}

}  // namespace vitrine
