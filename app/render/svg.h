#pragma once
/// Writes a picture as shapes: everything that a frame draws, in the same order, as SVG 1.1. Lengths are in logical pixels.
///
/// A shape within the clip rectangle is written as it is. Only a shape that is cut goes into a group with a clip path, so that
/// most of the file can be moved and edited freely.

#include <span>
#include <string_view>

#include "app/render/fonts.h"
#include "app/render/rect.h"

namespace vitrine {

struct SvgSize {
    ImVec2 logical{0, 0};
    float scale = 1;      ///< pixels of the display per logical pixel
    double width_mm = 0;  ///< the width on paper, with a height to match; 0: as many pixels as on the display
};

struct SvgStroke {
    ImU32 colour = 0;
    float thickness = 1;
    bool closed = false;  ///< joins the last point to the first
};

enum class Align : std::uint8_t { left, centre, right };

/// One line of text.
struct SvgText {
    std::string_view text = {};
    Rect area = {};  ///< the area that it occupies on the screen
    float baseline = 0;
    Align align = Align::left;  ///< the point that stays in place if another renderer's letters are wider or narrower
    Font font = Font::body;
    ImU32 colour = 0;
    bool turned = false;  ///< the text runs upwards from the lower edge of the area, and `baseline` is an x
};

class Svg {
public:
    /// A transparent background is not drawn. Requires: the fonts outlive this object.
    Svg(const SvgSize& size, ImU32 background, const Fonts& fonts);

    void set_clip(const Rect& clip);
    const Rect& clip() const { return clip_; }
    float scale() const { return size_.scale; }

    void rect(const Rect& area, float radius, ImU32 colour);
    void rect(const Rect& area, float radius, const SvgStroke& stroke);
    void circle(ImVec2 centre, float radius, ImU32 colour);
    void circle(ImVec2 centre, float radius, const SvgStroke& stroke);
    void polygon(std::span<const ImVec2> points, ImU32 colour);
    void polyline(std::span<const ImVec2> points, const SvgStroke& stroke);

    /// A path, given as SVG path data, within these bounds.
    void path(const std::string& data, const Rect& bounds, const SvgStroke& stroke);

    /// A gradient from `left` to `right`.
    void gradient(const Rect& area, ImU32 left, ImU32 right);

    void text(const SvgText& text);

    /// A PNG picture whose pixels stay sharp when enlarged.
    void image(const Rect& area, std::string_view png);

    /// Any other markup, within these bounds.
    void element(std::string_view markup, const Rect& bounds);

    /// Writes a definition that shapes refer to: `before` id `after`. Equal definitions are written once. Returns the id.
    std::string define(const std::string& before, const std::string& after);

    /// The whole file.
    std::string finish();

private:
    void open_group(const std::string& clip);

    SvgSize size_;
    ImU32 background_;
    const Fonts& fonts_;
    Rect clip_;
    std::map<std::string, std::string> definitions_;  ///< ids by their definitions
    std::string defined_, body_;
    std::string group_;  ///< the clip path of the open group; empty: none is open
};

namespace svg {

/// "12", "0.5", "-3.25": at most two decimals.
std::string number(float value);

/// fill="#1c2230", with fill-opacity if it is not opaque. `what`: "fill", "stroke" or "stop-color".
std::string paint(std::string_view what, ImU32 colour);

/// The attributes of a stroked line without fill.
std::string line(const SvgStroke& stroke);

/// The attributes x, y, width and height.
std::string place(const Rect& area);

}  // namespace svg

}  // namespace vitrine
