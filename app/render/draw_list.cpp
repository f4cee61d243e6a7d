#include "app/render/draw_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace vitrine {

namespace {

/// Dear ImGui draws the outlines of lines, rectangles and circles through the middles of pixels.
constexpr float half_pixel = 0.5f;

ImVec2 middle_of_pixel(ImVec2 point) { return {point.x + half_pixel, point.y + half_pixel}; }

/// Dear ImGui makes the radius a little smaller where corners would meet.
float corner_radius(const Rect& area, float radius) {
    return std::min(radius, std::min(std::abs(area.width()), std::abs(area.height())) / 2 - 1);
}

/// Rectangles without round corners have no soft edges: they cover the pixels whose middles they contain.
Rect covered_pixels(const Rect& area, float scale) {
    const auto pixel = [scale](float x) { return std::ceil(x * scale - 0.5f) / scale; };
    return {{pixel(area.min.x), pixel(area.min.y)}, {pixel(area.max.x), pixel(area.max.y)}};
}

std::string at(ImVec2 point) { return svg::number(point.x) + ' ' + svg::number(point.y); }

Rect around(ImVec2 a, ImVec2 b) { return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}}; }

Rect together(const Rect& a, const Rect& b) {
    return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)}, {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

}  // namespace

void DrawList::AddLine(ImVec2 from, ImVec2 to, ImU32 colour, float thickness) {
    list_.AddLine(from, to, colour, thickness);
    if (svg_) svg_->polyline(std::array{middle_of_pixel(from), middle_of_pixel(to)}, {colour, thickness});
}

void DrawList::AddRect(ImVec2 min, ImVec2 max, ImU32 colour, float radius, ImDrawFlags flags, float thickness) {
    list_.AddRect(min, max, colour, radius, flags, thickness);
    const Rect middle = Rect{min, max}.inset(half_pixel);
    if (svg_) svg_->rect(middle, corner_radius(middle, radius), {colour, thickness});
}

void DrawList::AddRectFilled(ImVec2 min, ImVec2 max, ImU32 colour, float radius) {
    list_.AddRectFilled(min, max, colour, radius);
    if (!svg_) return;
    const Rect area{min, max};
    if (radius < 0.5f) return svg_->rect(covered_pixels(area, svg_->scale()), 0, colour);
    svg_->rect(area, corner_radius(area, radius), colour);
}

void DrawList::AddTriangleFilled(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 colour) {
    list_.AddTriangleFilled(a, b, c, colour);
    if (svg_) svg_->polygon(std::array{a, b, c}, colour);
}

void DrawList::AddCircle(ImVec2 centre, float radius, ImU32 colour, int segments, float thickness) {
    list_.AddCircle(centre, radius, colour, segments, thickness);
    if (svg_) svg_->circle(centre, radius - half_pixel, {colour, thickness});
}

void DrawList::AddCircleFilled(ImVec2 centre, float radius, ImU32 colour, int segments) {
    list_.AddCircleFilled(centre, radius, colour, segments);
    if (svg_) svg_->circle(centre, radius, colour);
}

void DrawList::AddBezierCubic(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, ImU32 colour, float thickness, int segments) {
    list_.AddBezierCubic(a, b, c, d, colour, thickness, segments);
    if (!svg_) return;
    svg_->path('M' + at(a) + 'C' + at(b) + ' ' + at(c) + ' ' + at(d), together(around(a, b), around(c, d)), {colour, thickness});
}

void DrawList::AddPolyline(const ImVec2* points, int count, ImU32 colour, ImDrawFlags flags, float thickness) {
    list_.AddPolyline(points, count, colour, flags, thickness);
    const bool closed = flags & ImDrawFlags_Closed;
    if (svg_) svg_->polyline({points, static_cast<std::size_t>(count)}, {colour, thickness, closed});
}

void DrawList::AddRectFilledAcross(ImVec2 min, ImVec2 max, ImU32 left, ImU32 right) {
    list_.AddRectFilledMultiColor(min, max, left, right, right, left);
    if (svg_) svg_->gradient(covered_pixels({min, max}, svg_->scale()), left, right);
}

namespace {

/// Fills a ribbon in Dear ImGui's list: four vertices per row, of which the outer two are transparent.
void fill_ribbon(ImDrawList& list, std::span<const RibbonRow> rows, float fringe) {
    const int count = static_cast<int>(rows.size());
    list.PrimReserve(18 * (count - 1), 4 * count);
    const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
    const unsigned first = list._VtxCurrentIdx;
    for (const RibbonRow& row : rows) {
        const ImU32 clear = row.colour & ~IM_COL32_A_MASK;
        list.PrimWriteVtx({row.left - fringe, row.y}, white, clear);
        list.PrimWriteVtx({row.left, row.y}, white, row.colour);
        list.PrimWriteVtx({row.right, row.y}, white, row.colour);
        list.PrimWriteVtx({row.right + fringe, row.y}, white, clear);
    }
    for (int row = 0; row + 1 < count; ++row) {
        for (unsigned column = 0; column < 3; ++column) {
            const unsigned corner = first + 4 * static_cast<unsigned>(row) + column;
            for (const unsigned index : {corner, corner + 1, corner + 5, corner, corner + 5, corner + 4})
                list.PrimWriteIdx(static_cast<ImDrawIdx>(index));
        }
    }
}

/// The outline of a ribbon as path data.
std::string outline_of(std::span<const RibbonRow> rows) {
    std::string path;
    for (const RibbonRow& row : rows) path += (path.empty() ? 'M' : 'L') + at({row.left, row.y});
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) path += 'L' + at({row->right, row->y});
    return path + 'Z';
}

}  // namespace

void DrawList::AddRibbon(std::span<const RibbonRow> rows) {
    if (rows.size() < 2) return;
    constexpr float fringe = 0.8f;
    fill_ribbon(list_, rows, fringe);
    if (!svg_) return;
    Rect bounds{{rows.front().left, rows.front().y}, {rows.front().right, rows.back().y}};
    for (const RibbonRow& row : rows) bounds = together(bounds, {{row.left, row.y}, {row.right, row.y}});
    const std::string id =
        svg_->define("<linearGradient x2=\"0\" y2=\"1\" id=\"",
                     "\"><stop offset=\"0\"" + svg::paint("stop-color", rows.front().colour) + "/><stop offset=\"1\"" +
                         svg::paint("stop-color", rows.back().colour) + "/></linearGradient>");
    svg_->element("<path d=\"" + outline_of(rows) + "\" fill=\"url(#" + id + ")\"/>", bounds);
}

void DrawList::extend_path(const std::string& data, const Rect& bounds) {
    path_bounds_ = path_.empty() ? bounds : together(path_bounds_, bounds);
    path_ += data;
}

void DrawList::PathLineTo(ImVec2 to) {
    list_.PathLineTo(to);
    if (svg_) extend_path((path_.empty() ? 'M' : 'L') + at(to), {to, to});
}

void DrawList::PathBezierQuadraticCurveTo(ImVec2 b, ImVec2 c) {
    list_.PathBezierQuadraticCurveTo(b, c);
    if (svg_) extend_path('Q' + at(b) + ' ' + at(c), around(b, c));
}

void DrawList::PathArcTo(ImVec2 centre, float radius, float from, float to, int segments) {
    list_.PathArcTo(centre, radius, from, to, segments);
    if (!svg_) return;
    const auto point = [&](float angle) {
        return ImVec2{centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
    };
    const Rect bounds = Rect{centre, centre}.inset(-radius);
    extend_path((path_.empty() ? 'M' : 'L') + at(point(from)), bounds);
    const std::string size = svg::number(radius);
    const bool large = std::abs(to - from) > std::numbers::pi_v<float>, clockwise = to > from;
    extend_path('A' + size + ' ' + size + " 0 " + (large ? "1 " : "0 ") + (clockwise ? "1 " : "0 ") + at(point(to)), bounds);
}

void DrawList::PathStroke(ImU32 colour, ImDrawFlags flags, float thickness) {
    list_.PathStroke(colour, flags, thickness);
    const bool closed = flags & ImDrawFlags_Closed;
    if (svg_) svg_->path(path_, path_bounds_, {colour, thickness, closed});
    path_.clear();
}

void DrawList::PushClipRect(ImVec2 min, ImVec2 max, bool within_current) {
    list_.PushClipRect(min, max, within_current);
    if (svg_) svg_->set_clip(clip_rect(*this));
}

void DrawList::PopClipRect() {
    list_.PopClipRect();
    if (svg_) svg_->set_clip(clip_rect(*this));
}

void DrawList::glyph(const Rect& area, ImVec2 uv_min, ImVec2 uv_max, ImU32 colour) {
    list_.PrimReserve(6, 4);
    list_.PrimRectUV(area.min, area.max, uv_min, uv_max, colour);
}

void DrawList::turned_glyph(const std::array<ImVec2, 4>& corners, ImVec2 uv_min, ImVec2 uv_max, ImU32 colour) {
    list_.PrimReserve(6, 4);
    list_.PrimQuadUV(corners[0], corners[1], corners[2], corners[3], uv_min, {uv_max.x, uv_min.y}, uv_max, {uv_min.x, uv_max.y},
                     colour);
}

}  // namespace vitrine
