#pragma once
/// The figure on the page for saving it, as it will be in the file, and the printing of one that is to be saved.

#include <memory>
#include <optional>

#include "app/render/texture.h"
#include "app/shell/loop/figure_press.h"

namespace vitrine {

/// Requires: a current OpenGL context as long as the object lives.
class FigurePreview {
public:
    /// Between two frames: draws the figure anew where the page is open and something has `changed`. `record`: of the last frame.
    /// Returns the commands that report what has come of it, or that save a figure which is to be saved.
    Commands follow(const State& state, const FrameRecord& record, bool changed);

    /// Draws it where the page has its place.
    void draw(ImDrawList& list, const FrameRecord& record) const;

    /// Whether the page is open and its figure not drawn yet.
    bool is_due(const State& state, const FrameRecord& record) const;

private:
    FigurePress& press();
    std::string preview(const State& state, const FigureKind& kind, ImVec2 pixels);

    std::unique_ptr<FigurePress> press_;  ///< made when it is first needed
    std::unique_ptr<Texture> picture_;
    bool drawn_ = false;  ///< or refused
};

}  // namespace vitrine
