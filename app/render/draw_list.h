#pragma once
/// What widgets draw with: Dear ImGui's draw list and, for a picture made of shapes, an SVG that receives every shape as well.
///
/// The functions have the names and effects of Dear ImGui's.

#include <array>
#include <span>

#include "app/render/svg.h"

namespace vitrine {

/// A place along a ribbon, which runs downwards.
struct RibbonRow {
    float y, left, right;
    ImU32 colour;
};

class DrawList {
public:
    /// Requires: `list` and `svg` outlive this object. `svg`: null if only the screen is drawn.
    explicit DrawList(ImDrawList& list, Svg* svg = nullptr) : list_(list), svg_(svg) {}
    DrawList(const DrawList&) = delete;
    DrawList& operator=(const DrawList&) = delete;

    void AddLine(ImVec2 from, ImVec2 to, ImU32 colour, float thickness = 1);
    void AddRect(ImVec2 min, ImVec2 max, ImU32 colour, float radius = 0, ImDrawFlags flags = 0, float thickness = 1);
    void AddRectFilled(ImVec2 min, ImVec2 max, ImU32 colour, float radius = 0);
    void AddTriangleFilled(ImVec2 a, ImVec2 b, ImVec2 c, ImU32 colour);
    void AddCircle(ImVec2 centre, float radius, ImU32 colour, int segments = 0, float thickness = 1);
    void AddCircleFilled(ImVec2 centre, float radius, ImU32 colour, int segments = 0);
    void AddBezierCubic(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, ImU32 colour, float thickness, int segments = 0);
    void AddPolyline(const ImVec2* points, int count, ImU32 colour, ImDrawFlags flags, float thickness);

    /// AddRectFilledMultiColor with one colour on the left and another on the right.
    void AddRectFilledAcross(ImVec2 min, ImVec2 max, ImU32 left, ImU32 right);

    /// A band with soft edges through these rows, from top to bottom. The SVG gets a gradient between the first and the last
    /// colour.
    void AddRibbon(std::span<const RibbonRow> rows);

    void PathLineTo(ImVec2 to);
    void PathBezierQuadraticCurveTo(ImVec2 b, ImVec2 c);
    void PathArcTo(ImVec2 centre, float radius, float from, float to, int segments = 0);
    void PathStroke(ImU32 colour, ImDrawFlags flags = 0, float thickness = 1);

    void PushClipRect(ImVec2 min, ImVec2 max, bool within_current = false);
    void PopClipRect();
    ImVec2 GetClipRectMin() const { return list_.GetClipRectMin(); }
    ImVec2 GetClipRectMax() const { return list_.GetClipRectMax(); }

    /// Draws a part of the glyph atlas. The SVG gets text as text instead: see draw_text.
    void glyph(const Rect& area, ImVec2 uv_min, ImVec2 uv_max, ImU32 colour);

    /// The same for turned text: `corners` are the places of the glyph's upper left, upper right, lower right and lower left
    /// corners.
    void turned_glyph(const std::array<ImVec2, 4>& corners, ImVec2 uv_min, ImVec2 uv_max, ImU32 colour);

    /// A callback of the renderer at this point of the list. The SVG does not get it.
    void AddCallback(ImDrawCallback callback, void* data) { list_.AddCallback(callback, data); }

    Svg* svg() { return svg_; }

private:
    void extend_path(const std::string& data, const Rect& bounds);

    ImDrawList& list_;
    Svg* svg_;
    std::string path_;  ///< path data of the path being built
    Rect path_bounds_{};
};

/// The current clip rectangle of the list.
inline Rect clip_rect(const DrawList& list) { return {list.GetClipRectMin(), list.GetClipRectMax()}; }

}  // namespace vitrine
