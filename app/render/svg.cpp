#include "app/render/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text/base64.h"
#include "core/text/markup.h"

namespace vitrine {

namespace svg {

std::string number(float value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string paint(std::string_view what, ImU32 colour) {
    const auto channel = [colour](int shift) { return colour >> shift & 0xff; };
    std::string text = fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", what, channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT),
                                   channel(IM_COL32_B_SHIFT));
    const ImU32 alpha = channel(IM_COL32_A_SHIFT);
    const std::string_view opacity = what == "stop-color" ? "stop" : what;
    if (alpha < 0xff) text += fmt::format(" {}-opacity=\"{:.3g}\"", opacity, static_cast<double>(alpha) / 0xff);
    return text;
}

std::string line(const SvgStroke& stroke) {
    // Dear ImGui draws no line thinner than a pixel.
    const float thickness = std::max(stroke.thickness, 1.0f);
    return " fill=\"none\"" + paint("stroke", stroke.colour) + (thickness == 1 ? "" : " stroke-width=\"" + number(thickness) + '"');
}

std::string place(const Rect& area) {
    return fmt::format(" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(area.min.x), number(area.min.y),
                       number(area.width()), number(area.height()));
}

}  // namespace svg

namespace {

bool is_invisible(ImU32 colour) { return (colour & IM_COL32_A_MASK) == 0; }

Rect around(std::span<const ImVec2> points, float margin) {
    Rect bounds{points.front(), points.front()};
    for (const ImVec2 point : points) {
        bounds.min = {std::min(bounds.min.x, point.x), std::min(bounds.min.y, point.y)};
        bounds.max = {std::max(bounds.max.x, point.x), std::max(bounds.max.y, point.y)};
    }
    return bounds.inset(-margin);
}

std::string points_text(std::span<const ImVec2> points) {
    std::string text;
    for (const ImVec2 point : points) text += (text.empty() ? "" : " ") + svg::number(point.x) + ',' + svg::number(point.y);
    return " points=\"" + text + '"';
}

std::string rounded(float radius) { return radius < 0.5f ? "" : " rx=\"" + svg::number(radius) + '"'; }

std::string circle_at(ImVec2 centre, float radius) {
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", svg::number(centre.x), svg::number(centre.y), svg::number(radius));
}

Rect square_at(ImVec2 centre, float reach) { return Rect{centre, centre}.inset(-reach); }

}  // namespace

Svg::Svg(const SvgSize& size, ImU32 background, const Fonts& fonts)
    : size_(size), background_(background), fonts_(fonts), clip_{{0, 0}, size.logical} {}

void Svg::set_clip(const Rect& clip) {
    // As the renderer draws it: on whole pixels of the display.
    const auto pixel = [this](float x) { return std::round(x * size_.scale) / size_.scale; };
    clip_ = {{pixel(clip.min.x), pixel(clip.min.y)}, {pixel(clip.max.x), pixel(clip.max.y)}};
    clip_ = clip_.intersection({{0, 0}, size_.logical});
}

void Svg::element(std::string_view markup, const Rect& bounds) {
    if (clip_.empty() || bounds.intersection(clip_).empty()) return;
    constexpr float tolerance = 0.01f;
    const bool cut = !clip_.inset(-tolerance).contains(bounds);
    open_group(cut ? define("<clipPath id=\"", "\"><rect" + svg::place(clip_) + "/></clipPath>") : "");
    body_ += markup;
    body_ += '\n';
}

void Svg::open_group(const std::string& clip) {
    if (clip == group_) return;
    if (!group_.empty()) body_ += "</g>\n";
    if (!clip.empty()) body_ += "<g clip-path=\"url(#" + clip + ")\">\n";
    group_ = clip;
}

std::string Svg::define(const std::string& before, const std::string& after) {
    std::string& id = definitions_[before + after];
    if (id.empty()) {
        id = fmt::format("d{}", definitions_.size());
        defined_ += before + id + after + '\n';
    }
    return id;
}

void Svg::rect(const Rect& area, float radius, ImU32 colour) {
    if (is_invisible(colour) || area.empty()) return;
    element("<rect" + svg::place(area) + rounded(radius) + svg::paint("fill", colour) + "/>", area);
}

void Svg::rect(const Rect& area, float radius, const SvgStroke& stroke) {
    if (is_invisible(stroke.colour)) return;
    element("<rect" + svg::place(area) + rounded(radius) + svg::line(stroke) + "/>", area.inset(-stroke.thickness / 2));
}

void Svg::circle(ImVec2 centre, float radius, ImU32 colour) {
    if (is_invisible(colour)) return;
    element(circle_at(centre, radius) + svg::paint("fill", colour) + "/>", square_at(centre, radius));
}

void Svg::circle(ImVec2 centre, float radius, const SvgStroke& stroke) {
    if (is_invisible(stroke.colour)) return;
    element(circle_at(centre, radius) + svg::line(stroke) + "/>", square_at(centre, radius + stroke.thickness / 2));
}

void Svg::polygon(std::span<const ImVec2> points, ImU32 colour) {
    if (is_invisible(colour) || points.empty()) return;
    element("<polygon" + points_text(points) + svg::paint("fill", colour) + "/>", around(points, 0));
}

void Svg::polyline(std::span<const ImVec2> points, const SvgStroke& stroke) {
    if (is_invisible(stroke.colour) || points.empty()) return;
    const char* name = stroke.closed ? "<polygon" : "<polyline";
    element(name + points_text(points) + svg::line(stroke) + "/>", around(points, std::max(stroke.thickness, 1.0f) / 2));
}

void Svg::path(const std::string& data, const Rect& bounds, const SvgStroke& stroke) {
    if (is_invisible(stroke.colour)) return;
    element("<path d=\"" + data + (stroke.closed ? "Z\"" : "\"") + svg::line(stroke) + "/>",
            bounds.inset(-std::max(stroke.thickness, 1.0f) / 2));
}

void Svg::gradient(const Rect& area, ImU32 left, ImU32 right) {
    const std::string id =
        define("<linearGradient id=\"", "\"><stop offset=\"0\"" + svg::paint("stop-color", left) + "/><stop offset=\"1\"" +
                                            svg::paint("stop-color", right) + "/></linearGradient>");
    if (!area.empty()) element("<rect" + svg::place(area) + " fill=\"url(#" + id + ")\"/>", area);
}

void Svg::text(const SvgText& text) {
    if (is_invisible(text.colour) || text.text.empty()) return;
    const FontFace face = fonts_.face(text.font);
    const Rect& area = text.area;
    const float x = text.align == Align::left ? area.min.x : text.align == Align::centre ? area.centre().x : area.max.x;
    const ImVec2 at = text.turned ? ImVec2{text.baseline, area.max.y} : ImVec2{x, text.baseline};
    std::string markup = "<text x=\"" + svg::number(at.x) + "\" y=\"" + svg::number(at.y) + '"';
    if (text.turned) markup += " transform=\"rotate(-90 " + svg::number(at.x) + ' ' + svg::number(at.y) + ")\"";
    if (text.align == Align::centre) markup += " text-anchor=\"middle\"";
    if (text.align == Align::right) markup += " text-anchor=\"end\"";
    if (face.numbers) markup += " font-family=\"" + escaped_markup(face.family) + '"';
    markup += " font-size=\"" + svg::number(fonts_.size(text.font)) + '"';
    if (face.weight != 400) markup += fmt::format(" font-weight=\"{}\"", face.weight);
    if (face.spacing != 0) markup += " letter-spacing=\"" + svg::number(face.spacing * fonts_.size(text.font)) + '"';
    element(markup + svg::paint("fill", text.colour) + '>' + escaped_markup(text.text) + "</text>", area);
}

void Svg::image(const Rect& area, std::string_view png) {
    element("<image" + svg::place(area) +
                " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64," +
                base64_of(png) + "\"/>",
            area);
}

std::string Svg::finish() {
    open_group("");
    const ImVec2 logical = size_.logical;
    const double unit = size_.width_mm > 0 ? size_.width_mm / static_cast<double>(logical.x) : 0;
    const auto length_text = [&](float length) {
        return unit > 0 ? fmt::format("{:.6g}mm", unit * static_cast<double>(length)) : svg::number(length * size_.scale);
    };
    const std::string ground =
        is_invisible(background_) ? "" : "<rect width=\"100%\" height=\"100%\"" + svg::paint("fill", background_) + "/>\n";
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{}\" height=\"{}\" "
               "viewBox=\"0 0 {} {}\" font-family=\"{}\" xml:space=\"preserve\" "
               "style=\"font-kerning:none;font-variant-ligatures:none\">\n",
               length_text(logical.x), length_text(logical.y), svg::number(logical.x), svg::number(logical.y),
               escaped_markup(fonts_.face(Font::body).family)) +
           "<defs>\n" + defined_ + "</defs>\n" + ground + body_ + "</svg>\n";
}

}  // namespace vitrine
