#include "app/shell/loop/figure_press.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/render/framebuffer.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/render/imgui_version.h"
#include "app/render/pdf.h"
#include "app/render/png.h"
#include "app/widgets/limits.h"
#include "app/widgets/no_room.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr double points_per_inch = 72, millimetres_per_inch = 25.4;
constexpr float page_height = 4000;  ///< logical pixels of the area for drawing, before it is cut to the figure's height
constexpr float edge = 2;            ///< margin around the figure, so that no stroke is cut

/// While this object lives, the given context of Dear ImGui is the current one.
class OwnContext {
public:
    explicit OwnContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) { ImGui::SetCurrentContext(context); }
    ~OwnContext() { ImGui::SetCurrentContext(before_); }
    OwnContext(const OwnContext&) = delete;
    OwnContext& operator=(const OwnContext&) = delete;

private:
    ImGuiContext* before_;
};

/// Ends the frame even if drawing fails.
class PrintedFrame {
public:
    PrintedFrame() { ImGui::NewFrame(); }
    ~PrintedFrame() { ImGui::Render(); }
    PrintedFrame(const PrintedFrame&) = delete;
    PrintedFrame& operator=(const PrintedFrame&) = delete;
};

ImGuiContext* context_for_print() {
    ImGuiContext* before = ImGui::GetCurrentContext();
    ImGuiContext* context = ImGui::CreateContext();
    ImGui::SetCurrentContext(context);
    imgui::configure(ImGui::GetIO());
    ImGui::SetCurrentContext(before);
    return context;
}

/// The size of labels in logical pixels.
double label_size(const Fonts& fonts) { return static_cast<double>(fonts.size(Font::label)); }

double points_per_unit(const FigureStyle& style, const Fonts& fonts) { return style.font_size / label_size(fonts); }

float width_of(const FigureStyle& style, const Fonts& fonts) {
    return static_cast<float>(style.width / millimetres_per_inch * points_per_inch / points_per_unit(style, fonts));
}

/// The colours of a figure. Parts that cover what is behind them have the colour of the ground.
Theme theme_for(const FigureStyle& style) {
    Theme colours = theme(style.theme == Appearance::dark ? ThemeKind::dark : ThemeKind::light);
    if (style.ground.kind == FigureGround::Kind::colour) colours.panel = rgb(style.ground.rgb);
    colours.canvas = colours.panel;
    return colours;
}

Colour ground_of(const FigureStyle& style) { return style.ground.kind == FigureGround::Kind::none ? 0 : theme_for(style).panel; }

/// Drawing on a transparent ground multiplies colours by their opacity. Image files store colours without that factor.
void divide_by_opacity(Image& image) {
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
        const unsigned alpha = image.rgba[at + 3];
        if (alpha == 0 || alpha == 0xff) continue;
        for (std::size_t channel = at; channel < at + 3; ++channel)
            image.rgba[channel] = static_cast<std::uint8_t>(std::min(0xffu, (image.rgba[channel] * 0xffu + alpha / 2) / alpha));
    }
}

/// Throws NoRoom if a text is shortened or goes beyond the left or right edge.
void check_texts(const std::vector<TextRecord>& texts, float width) {
    for (const TextRecord& text : texts) {
        const bool outside = text.area.min.x < 0 || text.area.max.x > width;
        if (!text.shortened && !outside) continue;
        throw NoRoom("the figure has no room for “" + printable(text.text) + "”");
    }
}

}  // namespace

FigurePress::FigurePress() : context_(context_for_print(), &ImGui::DestroyContext) { renderer_.heatmaps().set_patient(true); }

FigurePress::~FigurePress() = default;

void FigurePress::prepare(const WantedFigure& wanted, float scale) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (atlas.IsBuilt() && fonts_.scale() == scale && family_ == wanted.style.font && !fonts_.wants_characters()) return;
    family_ = "\n";  // no font has this name, so a failure below leads to a new attempt
    fonts_.build(atlas, scale, wanted.style.font);
    family_ = wanted.style.font;
    renderer_.set_fonts(atlas);
}

void FigurePress::draw(const WantedFigure& wanted, Svg* svg) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = size_;
    io.DisplayFramebufferScale = {fonts_.scale(), fonts_.scale()};
    io.DeltaTime = 1.0f / 60;
    const PrintedFrame frame;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    imgui::set_edge_width(list, 1 / fonts_.scale());
    const Theme colours = theme_for(wanted.style);
    Ui ui({list, fonts_, colours, renderer_.heatmaps(), svg}, size_, {});
    const float bottom = wanted.kind.draw(ui, Rect{{0, 0}, size_}.inset(edge), wanted.state);
    texts_ = ui.finish().texts;
    size_.y = std::ceil(bottom + edge);
}

namespace {

/// Throws Error if the state has no such figure.
void check_figure(const WantedFigure& wanted) {
    if (const std::string why = wanted.kind.refusal(wanted.state); !why.empty()) throw Error(why);
}

}  // namespace

std::string FigurePress::svg(const WantedFigure& wanted) {
    check_figure(wanted);
    try {
        return printed(wanted);
    } catch (const NoRoom& problem) {
        const int enough = enough_width(wanted);
        throw Error(enough > 0
                        ? fmt::format("{}: a width of {} mm is enough, or choose a smaller font size", problem.what(), enough)
                        : std::string(problem.what()) + ": choose a smaller font size");
    }
}

/// Whether the texts fit into a width in millimetres.
bool FigurePress::has_room(const WantedFigure& wanted, int width) {
    FigureStyle style = wanted.style;
    style.width = width;
    const OwnContext own(context_.get());
    try {
        size_ = {width_of(style, fonts_), page_height};
        draw({wanted.kind, style, wanted.state}, nullptr);
        check_texts(texts_, size_.x);
        return true;
    } catch (const NoRoom&) {
        return false;
    }
}

/// The smallest width in whole millimetres found at which the texts fit: one millimetre less is too little. 0 if none is known.
/// Requires: the fonts are those of the figure.
int FigurePress::enough_width(const WantedFigure& wanted) {
    constexpr int most = static_cast<int>(most_figure_width);
    int narrow = static_cast<int>(wanted.style.width), wide = narrow;
    while (!has_room(wanted, wide)) {
        if (wide == most) return 0;
        narrow = wide;
        wide = std::min(most, wide + std::max(1, wide / 5));
    }
    while (wide - narrow > 1) {
        const int middle = (narrow + wide) / 2;
        (has_room(wanted, middle) ? wide : narrow) = middle;
    }
    return wide;
}

std::string FigurePress::printed(const WantedFigure& wanted) {
    constexpr float scale = 2;
    constexpr int most_builds = 3;  // drawing may reveal characters for which another font has to be loaded
    const OwnContext own(context_.get());
    for (int i = 0; i < most_builds && (i == 0 || fonts_.wants_characters()); ++i) {
        prepare(wanted, scale);
        size_ = {width_of(wanted.style, fonts_), page_height};
        draw(wanted, nullptr);
    }
    check_texts(texts_, size_.x);
    Svg svg({.logical = size_, .scale = scale, .width_mm = wanted.style.width}, ground_of(wanted.style), fonts_);
    draw(wanted, &svg);
    return svg.finish();
}

/// `pixels`: per logical pixel. Requires: svg() has determined the figure's size.
Image FigurePress::paint(const WantedFigure& wanted, double pixels) {
    const OwnContext own(context_.get());
    const auto side = [&](float length) {
        return std::max(1, static_cast<int>(std::lround(static_cast<double>(length) * pixels)));
    };
    const int width = side(size_.x), height = side(size_.y);
    if (width > most_side || height > most_side || pixels > most_fineness) {
        throw Error(fmt::format("a picture of {} × {} pixels is too large: choose fewer pixels per inch, or a vector format", width,
                                height));
    }
    prepare(wanted, static_cast<float>(pixels));
    draw(wanted, nullptr);
    Framebuffer target(width, height);
    target.bind();
    renderer_.draw(*ImGui::GetDrawData(), ground_of(wanted.style));
    Image image = target.read();
    divide_by_opacity(image);
    return image;
}

Image FigurePress::picture(const WantedFigure& wanted, double dots) {
    svg(wanted);
    return paint(wanted, dots / points_per_inch * points_per_unit(wanted.style, fonts_));
}

Image FigurePress::preview(const WantedFigure& wanted, ImVec2 pixels) {
    constexpr double least = 0.1, most = 3;
    svg(wanted);
    return paint(wanted, std::clamp(static_cast<double>(std::min(pixels.x / size_.x, pixels.y / size_.y)), least, most));
}

std::string FigurePress::file(const WantedFigure& wanted, FigureFormat format) {
    if (format == FigureFormat::png) return png(picture(wanted, wanted.style.dots));
    if (format == FigureFormat::svg) return svg(wanted);
    if (const std::string why = pdf_refusal(); !why.empty()) throw Error(why);
    const std::string page = svg(wanted);
    return pdf(std::span(&page, 1), fonts_.files());
}

}  // namespace vitrine
