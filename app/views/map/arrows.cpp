/// Draws the operations of an unfolded block, and the arrows between its tensors.

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/views/map/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// How an arrow is drawn: bold in the current step, faint while its target has not been computed, reversed in the backward pass.
struct Stroke {
    Colour colour;
    float thickness;
    bool turned;

    float direction() const { return turned ? -1.0f : 1.0f; }
};

Stroke stroke_of(const MapCanvas& canvas, const MapArrow& arrow, const TensorInfo& from, const TensorInfo& to) {
    const bool current = arrow.step == canvas.state.step && canvas.state.phase != Phase::update, turned = canvas.turned();
    const float strength = current ? 1.0f : canvas.computed(turned ? from : to) ? 0.75f : 0.35f;
    return {faded(colour_of(arrow.role, canvas.ui.theme), strength * canvas.detail.operations), current ? 2.6f : 1.4f, turned};
}

constexpr float head_length = 6;

/// The middle of the overlap of two ranges; nothing if they overlap little.
std::optional<float> common(float a_min, float a_max, float b_min, float b_max) {
    const float from = std::max(a_min, b_min), to = std::min(a_max, b_max);
    if (to - from < 0.4f * std::min(a_max - a_min, b_max - b_min)) return std::nullopt;
    return (from + to) / 2;
}

void draw_sideways(const MapCanvas& canvas, const DressedTensor& from, const DressedTensor& to, const Stroke& stroke) {
    const auto level = common(from.area.min.y, from.area.max.y, to.area.min.y, to.area.max.y);
    ImVec2 start{from.outer.max.x + 2, level.value_or(from.area.centre().y)};
    ImVec2 end{to.outer.min.x - 2, level.value_or(to.area.centre().y)};
    if (end.x - start.x < head_length) return;
    if (stroke.turned) std::swap(start, end);
    DrawList& list = canvas.ui.list;
    const float way = stroke.direction();
    if (level) {
        list.AddLine(start, {end.x - way * (head_length - 1), end.y}, stroke.colour, stroke.thickness);
    } else {
        const float bend = (end.x - start.x) * 0.6f;
        list.AddBezierCubic(start, {start.x + bend, start.y}, {end.x - way * head_length - bend, end.y},
                            {end.x - way * (head_length - 1), end.y}, stroke.colour, stroke.thickness);
    }
    arrow_head(canvas.ui, end, {way, 0}, stroke.colour);
}

void draw_upright(const MapCanvas& canvas, const DressedTensor& from, const DressedTensor& to, const Stroke& stroke) {
    const float x = common(from.area.min.x, from.area.max.x, to.area.min.x, to.area.max.x).value_or(to.area.centre().x);
    const bool up = to.area.min.y < from.area.min.y;
    ImVec2 start{x, up ? from.outer.min.y - 2 : from.outer.max.y + 2}, end{x, up ? to.outer.max.y + 2 : to.outer.min.y - 2};
    if (std::abs(end.y - start.y) < head_length || (end.y < start.y) != up) return;
    if (stroke.turned) std::swap(start, end);
    const float way = (up ? -1.0f : 1.0f) * stroke.direction();
    canvas.ui.list.AddLine(start, {x, end.y - way * (head_length - 1)}, stroke.colour, stroke.thickness);
    arrow_head(canvas.ui, end, {0, way}, stroke.colour);
}

/// Draws an arrow from one tensor of a row to another, below the tensors between them.
void draw_beneath(const MapCanvas& canvas, const DressedTensor& from, const DressedTensor& to, const Stroke& stroke, float floor) {
    const float bend = std::min(6.0f, (floor - from.outer.max.y) / 2);
    if (bend < 2) return;
    ImVec2 start{from.area.centre().x, from.outer.max.y}, end{to.area.centre().x, to.outer.max.y + 1};
    if (stroke.turned) std::swap(start, end);
    const float turn = bend * stroke.direction();
    DrawList& list = canvas.ui.list;
    list.PathLineTo(start);
    list.PathLineTo({start.x, floor - bend});
    list.PathBezierQuadraticCurveTo({start.x, floor}, {start.x + turn, floor});
    list.PathLineTo({end.x - turn, floor});
    list.PathBezierQuadraticCurveTo({end.x, floor}, {end.x, floor - bend});
    list.PathLineTo({end.x, end.y + 5});
    list.PathStroke(stroke.colour, ImDrawFlags_None, stroke.thickness);
    arrow_head(canvas.ui, end, {0, -1}, stroke.colour);
}

void draw_plus(const MapCanvas& canvas, const DressedTensor& from, const DressedTensor& to, const Stroke& stroke) {
    const ImVec2 centre{(from.outer.max.x + to.outer.min.x) / 2, from.area.centre().y};
    if (to.outer.min.x - from.outer.max.x < 10) return;
    constexpr float arm = 5;
    canvas.ui.list.AddLine({centre.x - arm, centre.y}, {centre.x + arm, centre.y}, stroke.colour, stroke.thickness);
    canvas.ui.list.AddLine({centre.x, centre.y - arm}, {centre.x, centre.y + arm}, stroke.colour, stroke.thickness);
}

}  // namespace

void draw_arrows(MapCanvas& canvas, const MapBlock& placed, const std::vector<DressedTensor>& tensors) {
    const bool row = canvas.layout.outline_block(placed).role != Role::attention;
    for (const MapArrow& arrow : placed.arrows) {
        const DressedTensor &from = tensors[static_cast<std::size_t>(arrow.from)],
                            &to = tensors[static_cast<std::size_t>(arrow.to)];
        if (canvas.turned() && !film_of(canvas.run()).place_of_gradient(from.info->path)) continue;  // no gradient: ids, masks
        const Stroke stroke = stroke_of(canvas, arrow, *from.info, *to.info);
        if (arrow.joint == Joint::plus) {
            draw_plus(canvas, from, to, stroke);
        } else if (row && arrow.to > arrow.from + 1) {
            draw_beneath(canvas, from, to, stroke, canvas.on_screen(placed.area).max.y - canvas.length(4));
        } else if (to.area.min.x > from.area.centre().x && to.area.min.x - from.area.max.x > -1) {
            draw_sideways(canvas, from, to, stroke);
        } else {
            draw_upright(canvas, from, to, stroke);
        }
    }
}

void draw_operations_of(MapCanvas& canvas, const MapBlock& placed) {
    std::vector<DressedTensor> tensors;
    for (const MapTensor& tensor : placed.tensors) tensors.push_back(dressed(canvas, tensor));
    draw_arrows(canvas, placed, tensors);
    for (const DressedTensor& tensor : tensors) draw_tensor(canvas, tensor);
}

}  // namespace vitrine
