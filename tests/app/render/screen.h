#pragma once
/// Draws pictures without a display, for tests of what is drawn.

#include <functional>
#include <memory>

#include <doctest/doctest.h>

#include "app/render/fonts.h"
#include "app/render/framebuffer.h"
#include "app/render/heatmap/heatmap.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/render/heatmap/renderer.h"
#include "app/render/imgui_version.h"
#include "app/render/offscreen.h"
#include "core/tensor/error.h"

namespace vitrine {

constexpr ImU32 test_background = IM_COL32(10, 20, 30, 255);

/// A heatmap's style with colours that are easy to tell apart. A scale around zero goes from −2 to 2, all others from low to
/// high.
inline HeatmapStyle style_of(HeatmapStyle::Scale scale = HeatmapStyle::Scale::diverging, float low = -2, float high = 2) {
    HeatmapStyle style;
    style.scale = scale;
    style.limit = 2;
    style.low = low;
    style.high = high;
    style.minus = IM_COL32(40, 80, 240, 255);
    style.zero = IM_COL32(60, 60, 60, 255);
    style.plus = IM_COL32(240, 100, 20, 255);
    style.hatch = IM_COL32(200, 200, 200, 255);
    style.mark = IM_COL32(255, 255, 255, 255);
    return style;
}

class Screen {
public:
    /// Throws Error, which fails the test, if the machine cannot draw. EGL and a software driver are among the packages that are
    /// installed.
    static std::unique_ptr<Screen> open(float scale = 1, const HeatmapLimits& limits = {}) {
        return std::unique_ptr<Screen>(new Screen(scale, limits));
    }
    ~Screen() { ImGui::DestroyContext(); }

    /// One frame of width × height logical pixels with what `paint` adds to it.
    Image draw(int width, int height, const std::function<void(ImDrawList&)>& paint) {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        io.DisplayFramebufferScale = {fonts_.scale(), fonts_.scale()};
        io.DeltaTime = 0.01f;
        ImGui::NewFrame();
        paint(*ImGui::GetBackgroundDrawList());
        ImGui::Render();
        Framebuffer framebuffer(static_cast<int>(static_cast<float>(width) * fonts_.scale()),
                                static_cast<int>(static_cast<float>(height) * fonts_.scale()));
        framebuffer.bind();
        renderer_->draw(*ImGui::GetDrawData(), test_background);
        return framebuffer.read();
    }

    HeatmapRenderer& heatmaps() { return renderer_->heatmaps(); }
    const Fonts& fonts() const { return fonts_; }

private:
    Screen(float scale, const HeatmapLimits& limits) : renderer_(std::make_unique<Renderer>(limits)) {
        ImGui::CreateContext();
        imgui::configure(ImGui::GetIO());
        fonts_.build(*ImGui::GetIO().Fonts, scale);
        renderer_->set_fonts(*ImGui::GetIO().Fonts);
    }

    OffscreenContext context_;
    Fonts fonts_;
    std::unique_ptr<Renderer> renderer_;
};

/// Whether a pixel has a colour, up to rounding.
inline bool is_colour(const Image& image, int x, int y, ImU32 colour) {
    const auto pixel = image.pixel(x, y);
    for (int channel = 0; channel < 3; ++channel) {
        const int wanted = static_cast<int>(colour >> (8 * channel) & 0xff);
        if (std::abs(wanted - pixel[static_cast<std::size_t>(channel)]) > 1) return false;
    }
    return true;
}

}  // namespace vitrine
