#pragma once
/// Prints figures: draws them apart from the frames of the window, with letters and colours of their own.

#include <memory>

#include "app/export/figure_style.h"
#include "app/panel/figure.h"
#include "app/render/heatmap/renderer.h"
#include "app/render/image.h"

struct ImGuiContext;

namespace vitrine {

/// Which figure of a state, and how.
struct WantedFigure {
    const FigureKind& kind;
    const FigureStyle& style;
    const State& state;
};

/// Requires: a current OpenGL context as long as the object lives. All functions throw Error if the state has no such figure, if
/// its words have no room, which names a width that is enough, or if there is no such font.
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

    /// As large as fits into so many pixels.
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
    std::string family_;  ///< of the fonts
    std::vector<TextRecord> texts_;
    ImVec2 size_{};
};

}  // namespace vitrine
