#pragma once
/// Prints figures: draws them independently of the window's frames, with their own letters and colours.

#include <memory>

#include "app/export/figure_style.h"
#include "app/panel/figure.h"
#include "app/render/heatmap/renderer.h"
#include "app/render/image.h"

struct ImGuiContext;

namespace vitrine {

/// Names a figure of a state, and how to print it.
struct WantedFigure {
    const FigureKind& kind;
    const FigureStyle& style;
    const State& state;
};

/// Requires: there is a current OpenGL context as long as the object lives. All functions throw Error if the state has no such
/// figure, if there is no such font, or if the figure's texts do not fit; the message then names a width that is enough.
class FigurePress {
public:
    FigurePress();
    ~FigurePress();
    FigurePress(const FigurePress&) = delete;
    FigurePress& operator=(const FigurePress&) = delete;

    /// The whole file.
    std::string file(const WantedFigure& wanted, FigureFormat format);

    std::string svg(const WantedFigure& wanted);

    /// `dots`: pixels per inch.
    Image picture(const WantedFigure& wanted, double dots);

    /// The figure, as large as fits into an area of pixels.
    Image preview(const WantedFigure& wanted, ImVec2 pixels);

    /// The texts of the figure that was drawn last, and its size in logical pixels.
    const std::vector<TextRecord>& texts() const { return texts_; }
    ImVec2 size() const { return size_; }

private:
    std::string printed(const WantedFigure& wanted);
    bool has_room(const WantedFigure& wanted, int width);
    int enough_width(const WantedFigure& wanted);
    void prepare(const WantedFigure& wanted, float scale);
    void draw(const WantedFigure& wanted, Svg* svg);
    Image paint(const WantedFigure& wanted, double pixels);

    std::unique_ptr<ImGuiContext, void (*)(ImGuiContext*)> context_;
    Renderer renderer_;
    Fonts fonts_;
    std::string family_;  ///< the family that the fonts were built for
    std::vector<TextRecord> texts_;
    ImVec2 size_{};
};

}  // namespace vitrine
