#include "app/render/svg.h"

#include <cmath>
#include <limits>
#include <map>
#include <regex>

#include "app/render/draw_list.h"
#include "app/render/heatmap/heatmap.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/widgets/text.h"
#include "tests/app/render/screen.h"

namespace vitrine::svg_test {

namespace {

constexpr ImU32 red = IM_COL32(255, 0, 0, 255);

/// A drawing of 200 × 100 logical pixels as an SVG file.
std::string svg_of(Screen& screen, const std::function<void(DrawList&)>& paint) {
    Svg svg({{200, 100}, screen.fonts().scale()}, test_background, screen.fonts());
    screen.draw(200, 100, [&](ImDrawList& frame) {
        DrawList list(frame, &svg);
        paint(list);
    });
    return svg.finish();
}

int count_of(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// How often each colour is the filling of a rectangle in the group of cells.
std::map<std::string, int> cell_fillings(const std::string& svg) {
    const std::size_t begin = svg.find("crispEdges"), end = svg.find("</g>", begin);
    REQUIRE(begin != std::string::npos);
    const std::string cells = svg.substr(begin, end - begin);
    const std::regex filling("<rect [^>]*fill=\"(#[0-9a-f]{6})\"/>");
    std::map<std::string, int> found;
    for (std::sregex_iterator it(cells.begin(), cells.end(), filling), last; it != last; ++it) ++found[(*it)[1]];
    return found;
}

std::string css(ImU32 colour) {
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", colour & 0xff, colour >> 8 & 0xff, colour >> 16 & 0xff);
    return text;
}

HeatmapStyle style() {
    HeatmapStyle style;
    style.limit = 2;
    style.minus = IM_COL32(0, 0, 255, 255), style.zero = IM_COL32(20, 20, 20, 255), style.plus = IM_COL32(255, 128, 0, 255);
    style.hatch = IM_COL32(128, 128, 128, 255), style.mark = IM_COL32(255, 255, 255, 255);
    return style;
}

Tensor matrix(Size rows, Size columns) {
    Tensor tensor{Axis::query, Axis::key};
    tensor.resize({rows, columns});
    for (Size r = 0; r < rows; ++r)
        for (Size c = 0; c < columns; ++c) tensor.at({r, c}) = static_cast<Scalar>(std::sin(static_cast<double>(r * columns + c)));
    return tensor;
}

}  // namespace

TEST_CASE("a file has the size in pixels, the logical size in its view box, and the ground") {
    const auto screen = Screen::open(2);
    const std::string svg = svg_of(*screen, [](DrawList&) {});
    CHECK(has(svg, "width=\"400\" height=\"200\" viewBox=\"0 0 200 100\""));
    CHECK(has(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#0a141e\"/>"));
}

TEST_CASE("shapes are shapes, and are clipped only where they are cut") {
    const auto screen = Screen::open();
    const std::string svg = svg_of(*screen, [](DrawList& list) {
        list.PushClipRect({10, 10}, {60, 60}, true);
        list.AddRectFilled({20, 20}, {40, 30}, red, 4);  // whole
        list.AddCircleFilled({60, 60}, 5, red);          // cut
        list.AddRectFilled({70, 70}, {80, 80}, red);     // out of sight
        list.PopClipRect();
        list.AddLine({0, 50}, {100, 50}, IM_COL32(0, 255, 0, 51), 2);
    });
    CHECK(has(svg, "<rect x=\"20\" y=\"20\" width=\"20\" height=\"10\" rx=\"4\" fill=\"#ff0000\"/>"));
    CHECK(has(svg, "<clipPath id=\"d1\"><rect x=\"10\" y=\"10\" width=\"50\" height=\"50\"/></clipPath>"));
    CHECK(has(svg, "<g clip-path=\"url(#d1)\">\n<circle cx=\"60\" cy=\"60\" r=\"5\" fill=\"#ff0000\"/>\n</g>"));
    CHECK_FALSE(has(svg, "x=\"70\""));
    CHECK(has(
        svg,
        "<polyline points=\"0.5,50.5 100.5,50.5\" fill=\"none\" stroke=\"#00ff00\" stroke-opacity=\"0.2\" stroke-width=\"2\"/>"));
}

TEST_CASE("text is text: where it is anchored, in its font, with what XML keeps for itself escaped") {
    const auto screen = Screen::open();
    std::vector<TextRecord> records;
    const std::string svg = svg_of(*screen, [&](DrawList& list) {
        const TextTarget target{list, screen->fonts(), records};
        draw_text(target, {150, 20}, Font::body, red, "a < b & \"c\"", {.align = Align::right});
        draw_text(target, {20, 50}, Font::mono_strong, red, "12.5");
        draw_text(target, {20, 70}, Font::body, red, "x\uE000y");
    });
    CHECK(count_of(svg,
                   "<text x=\"150\" y=\"[0-9.]+\" text-anchor=\"end\" font-size=\"13\" fill=\"#ff0000\">"
                   "a &lt; b &amp; &quot;c&quot;</text>") == 1);
    CHECK(count_of(svg, "font-family=\"[^\"]*monospace\" font-size=\"12\" font-weight=\"600\" fill=\"#ff0000\">12.5</text>") == 1);
    // A character that no font has is drawn as its code in a frame.
    for (const char* text : {">x</text>", ">E000</text>", ">y</text>"}) CHECK(has(svg, text));
}

TEST_CASE("every cell of a heatmap is a rectangle in the colour that cell_colour says") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix(8, 12);
    const HeatmapCells cells{view(tensor), 0, 1};
    const std::string svg = svg_of(*screen, [&](DrawList& list) {
        add_heatmap(list, screen->heatmaps(), {{10, 10}, {130, 90}}, cells, style());
    });
    std::map<std::string, int> expected;
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 12; ++column) ++expected[css(cell_colour(cells.value(row, column), false, style()))];
    CHECK(cell_fillings(svg) == expected);
    CHECK_FALSE(has(svg, "<image"));
}

TEST_CASE("only the cells that can be seen are there") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix(8, 12);
    const std::string svg = svg_of(*screen, [&](DrawList& list) {
        list.PushClipRect({10, 10}, {30, 30}, true);
        add_heatmap(list, screen->heatmaps(), {{10, 10}, {130, 90}}, {view(tensor), 0, 1}, style());
        list.PopClipRect();
    });
    int cells = 0;
    for (const auto& filling : cell_fillings(svg)) cells += filling.second;
    CHECK(cells == 4);  // 10 pixels wide and high each
}

TEST_CASE("masked cells are hatched, and NaN, ∞ and what is beyond the scale are marked") {
    const auto screen = Screen::open();
    Tensor tensor = matrix(1, 6);
    constexpr Scalar inf = std::numeric_limits<Scalar>::infinity();
    const Scalar values[] = {0, std::numeric_limits<Scalar>::quiet_NaN(), inf, -inf, 3, 1};
    for (Size c = 0; c < 6; ++c) tensor.at({0, c}) = values[c];
    MaskTensor mask{Axis::key};
    mask.resize({6});
    mask.fill(1);
    mask.at({0}) = 0;
    const std::string svg = svg_of(*screen, [&](DrawList& list) {
        add_heatmap(list, screen->heatmaps(), {{10, 10}, {130, 30}}, {view(tensor), 0, 1, {}, 1, view(mask)}, style());
    });
    CHECK(count_of(svg, "<pattern ") == 1);
    CHECK(count_of(svg, "fill=\"url\\(#d[0-9]+\\)\"") == 1);
    CHECK(count_of(svg, "stroke=\"#ffffff\" stroke-width=\"1.2\"") == 1);  // the cross
    CHECK(count_of(svg, "Z\" fill=\"#ffffff\"") == 3);                     // two triangles and a corner
}

TEST_CASE("cells too small to tell apart are the very pixels of the screen") {
    const auto screen = Screen::open();
    const Tensor tensor = matrix(300, 500);
    const HeatmapCells cells{view(tensor), 0, 1};
    const std::string svg = svg_of(*screen, [&](DrawList& list) {
        add_heatmap(list, screen->heatmaps(), {{10, 10}, {110, 90}}, cells, style());
    });
    CHECK(has(svg,
              "<image x=\"10\" y=\"10\" width=\"100\" height=\"80\" preserveAspectRatio=\"none\" "
              "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,iVBORw0KGgo"));
    CHECK(svg.size() < 100'000);
}

}  // namespace vitrine::svg_test
