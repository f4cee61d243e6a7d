#pragma once
/// A picture as shapes: what a frame draws, in the same order, as SVG 1.1. Lengths are logical pixels, as everywhere in the
/// interface.
///
/// A shape that lies within the clip rectangle is written as it is; only one that is cut goes into a group with a clip path, so
/// that most of the file can be moved and edited freely.

#include <span>
#include <string_view>

#include "app/render/fonts.h"
#include "app/render/rect.h"

namespace vitrine {

struct SvgSize {
    ImVec2 logical{0, 0};
    float scale = 1;  ///< pixels of the display per logical pixel
};

struct SvgStroke {
    ImU32 colour = 0;
    float thickness = 1;
    bool closed = false;  ///< the last point is joined to the first
};

enum class Align : std::uint8_t { left, centre, right };

/// One line of text.
struct SvgText {
    std::string_view text = {};
    Rect area = {};  ///< what it takes up on the screen
    float baseline = 0;
    Align align = Align::left;  ///< what stays in its place when another renderer's letters are wider or narrower
    Font font = Font::body;
    ImU32 colour = 0;
};

class Svg {
public:
    /// The fonts must outlive it.
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

    /// Path data of SVG, within some bounds.
    void path(const std::string& data, const Rect& bounds, const SvgStroke& stroke);

    /// From one colour at the left to another at the right.
    void gradient(const Rect& area, ImU32 left, ImU32 right);

    void text(const SvgText& text);

    /// A picture of pixels that stay sharp when they are enlarged.
    void image(const Rect& area, std::string_view png);

    /// Anything else, as it is written in the file, within some bounds.
    void element(std::string_view markup, const Rect& bounds);

    /// Something shapes refer to: `before` id `after`, once for all who ask for the same. Returns its id.
    std::string define(const std::string& before, const std::string& after);

    /// The whole file.
    std::string finish();

private:
    void open_group(const std::string& clip);

    SvgSize size_;
    ImU32 background_;
    const Fonts& fonts_;
    Rect clip_;
    std::map<std::string, std::string> definitions_;  ///< ids by what they stand for
    std::string defined_, body_;
    std::string group_;  ///< the clip path of the open group; empty: none is open
};

namespace svg {

/// "12", "0.5", "-3.25": two decimals at most.
std::string number(float value);

/// fill="#1c2230", with fill-opacity where it is not opaque. What: "fill", "stroke" or "stop-color".
std::string paint(std::string_view what, ImU32 colour);

/// A line that is drawn, without a filling.
std::string line(const SvgStroke& stroke);

/// x, y, width and height.
std::string place(const Rect& area);

/// Text between tags or in quotes. Characters that XML has no room for become U+FFFD.
std::string escaped(std::string_view text);

}  // namespace svg

}  // namespace vitrine
