#include "app/widgets/controls.h"

namespace vitrine {

namespace {

void triangle(Ui& ui, ImVec2 centre, float width, Colour colour) {
    // A positive width points right, a negative one left.
    ui.list.AddTriangleFilled({centre.x - width / 2, centre.y - 5}, {centre.x - width / 2, centre.y + 5},
                              {centre.x + width / 2, centre.y}, colour);
}

void bar(Ui& ui, ImVec2 centre, Colour colour) { ui.fill({{centre.x - 1, centre.y - 5}, {centre.x + 1, centre.y + 5}}, colour); }

void draw_sun(Ui& ui, ImVec2 centre, Colour colour) {
    ui.list.AddCircleFilled(centre, 3.2f, colour, 16);
    const ImVec2 rays[] = {{1, 0},  {0.707f, 0.707f},   {0, 1},  {-0.707f, 0.707f},
                           {-1, 0}, {-0.707f, -0.707f}, {0, -1}, {0.707f, -0.707f}};
    for (const ImVec2 ray : rays) {
        ui.list.AddLine({centre.x + 5 * ray.x, centre.y + 5 * ray.y}, {centre.x + 7 * ray.x, centre.y + 7 * ray.y}, colour, 1.4f);
    }
}

void draw_moon(Ui& ui, ImVec2 centre, Colour colour) {
    constexpr float quarter = 1.5708f;
    ui.list.PathArcTo(centre, 6, 0.2f * quarter, 2.6f * quarter, 20);
    ui.list.PathArcTo({centre.x + 3, centre.y - 3}, 4.6f, 2.35f * quarter, 0.45f * quarter, 16);
    ui.list.PathStroke(colour, ImDrawFlags_Closed, 1.5f);
}

void draw_check(Ui& ui, ImVec2 centre, Colour colour) {
    const ImVec2 corner{centre.x - 1, centre.y + 3.5f};
    ui.list.AddLine({centre.x - 4, centre.y}, corner, colour, 1.8f);
    ui.list.AddLine(corner, {centre.x + 4.5f, centre.y - 3.5f}, colour, 1.8f);
}

void draw_pencil(Ui& ui, ImVec2 centre, Colour colour) {
    const auto at = [&](float x, float y) { return ImVec2{centre.x + x, centre.y + y}; };
    const ImVec2 outline[] = {at(-5, 5), at(-4.2f, 1.8f), at(2.2f, -4.6f), at(4.6f, -2.2f), at(-1.8f, 4.2f)};
    ui.list.AddPolyline(outline, 5, colour, ImDrawFlags_Closed, 1.3f);
    ui.list.AddLine(at(0.6f, -3), at(3, -0.6f), colour, 1.3f);
}

/// An arrow that turns back: to the left for 1, to the right for −1.
void draw_turn(Ui& ui, ImVec2 centre, float left, Colour colour) {
    constexpr float half = 4;
    const ImVec2 tip{centre.x - left * 5.5f, centre.y - 2};
    ui.list.PathLineTo({tip.x + left * 1, tip.y});
    constexpr float radius = 3.5f, quarter = 1.5707963f;
    ui.list.PathArcTo({centre.x + left, tip.y + radius}, radius, -quarter, -quarter + left * 2 * quarter, 12);
    ui.list.PathLineTo({centre.x - left * 3, tip.y + 7});
    ui.list.PathStroke(colour, ImDrawFlags_None, 1.5f);
    ui.list.AddTriangleFilled({tip.x - left, tip.y}, {tip.x + left * half, tip.y - half}, {tip.x + left * half, tip.y + half},
                              colour);
}

/// A ring with a gap at its upper left end, where it points back, and a dot in its middle.
void draw_restore(Ui& ui, ImVec2 centre, Colour colour) {
    constexpr float radius = 5, quarter = 1.5707963f;
    ui.list.PathArcTo(centre, radius, -1.6f * quarter, 1.9f * quarter, 20);
    ui.list.PathStroke(colour, ImDrawFlags_None, 1.4f);
    const ImVec2 begin{centre.x - 4.4f, centre.y - 3.2f};
    ui.list.AddTriangleFilled({begin.x - 1.8f, begin.y - 3}, {begin.x - 1.6f, begin.y + 2.4f}, {begin.x + 3.2f, begin.y + 0.8f},
                              colour);
    ui.list.AddCircleFilled(centre, 1.4f, colour, 10);
}

void draw_home(Ui& ui, ImVec2 centre, Colour colour) {
    const auto at = [&](float x, float y) { return ImVec2{centre.x + x, centre.y + y}; };
    const ImVec2 roof[] = {at(-6.5f, 0.5f), at(0, -5.5f), at(6.5f, 0.5f)};
    ui.list.AddPolyline(roof, 3, colour, ImDrawFlags_None, 1.5f);
    const ImVec2 walls[] = {at(-4.2f, -0.5f), at(-4.2f, 5.5f), at(4.2f, 5.5f), at(4.2f, -0.5f)};
    ui.list.AddPolyline(walls, 4, colour, ImDrawFlags_None, 1.5f);
}

void draw_bin(Ui& ui, ImVec2 centre, Colour colour) {
    const auto at = [&](float x, float y) { return ImVec2{centre.x + x, centre.y + y}; };
    ui.list.AddLine(at(-5, -3.5f), at(5, -3.5f), colour, 1.3f);
    ui.list.AddLine(at(-1.5f, -5.2f), at(1.5f, -5.2f), colour, 1.3f);
    const ImVec2 outline[] = {at(-3.8f, -3.5f), at(-3.1f, 5), at(3.1f, 5), at(3.8f, -3.5f)};
    ui.list.AddPolyline(outline, 4, colour, ImDrawFlags_None, 1.3f);
}

void draw_copy(Ui& ui, ImVec2 centre, Colour colour) {
    const auto at = [&](float x, float y) { return ImVec2{centre.x + x, centre.y + y}; };
    const ImVec2 behind[] = {at(-2, 2.5f), at(-5, 2.5f), at(-5, -5), at(2.5f, -5), at(2.5f, -2)};
    ui.list.AddPolyline(behind, 5, colour, ImDrawFlags_None, 1.2f);
    ui.list.AddRect(at(-2, -2), at(5, 5), colour, 1, ImDrawFlags_None, 1.2f);
}

}  // namespace

void draw_icon(Ui& ui, ImVec2 centre, Icon icon, Colour colour) {
    switch (icon) {
        case Icon::first:
            bar(ui, {centre.x - 5, centre.y}, colour);
            return triangle(ui, {centre.x + 1, centre.y}, -8, colour);
        case Icon::previous:
            return triangle(ui, {centre.x - 1, centre.y}, -8, colour);
        case Icon::play:
        case Icon::next:
            return triangle(ui, {centre.x + 1, centre.y}, 8, colour);
        case Icon::last:
            bar(ui, {centre.x + 5, centre.y}, colour);
            return triangle(ui, {centre.x - 1, centre.y}, 8, colour);
        case Icon::pause:
            bar(ui, {centre.x - 3, centre.y}, colour);
            return bar(ui, {centre.x + 3, centre.y}, colour);
        case Icon::chevron_down:
            return ui.list.AddTriangleFilled({centre.x - 4, centre.y - 2}, {centre.x + 4, centre.y - 2}, {centre.x, centre.y + 3},
                                             colour);
        case Icon::chevron_right:
            return ui.list.AddTriangleFilled({centre.x - 2, centre.y - 4}, {centre.x - 2, centre.y + 4}, {centre.x + 3, centre.y},
                                             colour);
        case Icon::sun:
            return draw_sun(ui, centre, colour);
        case Icon::moon:
            return draw_moon(ui, centre, colour);
        case Icon::cross:
            ui.list.AddLine({centre.x - 4, centre.y - 4}, {centre.x + 4, centre.y + 4}, colour, 1.5f);
            return ui.list.AddLine({centre.x - 4, centre.y + 4}, {centre.x + 4, centre.y - 4}, colour, 1.5f);
        case Icon::check:
            return draw_check(ui, centre, colour);
        case Icon::plus:
            ui.fill({{centre.x - 0.75f, centre.y - 4}, {centre.x + 0.75f, centre.y + 4}}, colour);
            [[fallthrough]];
        case Icon::minus:
            return ui.fill({{centre.x - 4, centre.y - 0.75f}, {centre.x + 4, centre.y + 0.75f}}, colour);
        case Icon::menu:
            for (const float y : {-4.5f, 0.0f, 4.5f}) {
                ui.fill({{centre.x - 6, centre.y + y - 0.75f}, {centre.x + 6, centre.y + y + 0.75f}}, colour);
            }
            return;
        case Icon::home:
            return draw_home(ui, centre, colour);
        case Icon::undo:
            return draw_turn(ui, centre, 1, colour);
        case Icon::redo:
            return draw_turn(ui, centre, -1, colour);
        case Icon::restore:
            return draw_restore(ui, centre, colour);
        case Icon::bin:
            return draw_bin(ui, centre, colour);
        case Icon::copy:
            return draw_copy(ui, centre, colour);
        case Icon::pencil:
            return draw_pencil(ui, centre, colour);
        case Icon::none:
            return;
    }
}

void arrow_head(Ui& ui, ImVec2 tip, ImVec2 direction, Colour colour) {
    constexpr float length = 7, half = 3.5f;
    const ImVec2 base{tip.x - length * direction.x, tip.y - length * direction.y};
    ui.list.AddTriangleFilled(tip, {base.x - half * direction.y, base.y + half * direction.x},
                              {base.x + half * direction.y, base.y - half * direction.x}, colour);
}

}  // namespace vitrine
