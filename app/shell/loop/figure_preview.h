#pragma once
/// Shows the figure on the page for saving it, exactly as it will be in the file, and prints it when it is to be saved.

#include <memory>
#include <optional>

#include "app/render/texture.h"
#include "app/shell/loop/figure_press.h"

namespace vitrine {

/// Requires: there is a current OpenGL context as long as the object lives.
class FigurePreview {
public:
    /// Called between two frames. Draws the figure anew if the page is open and something has `changed`. `record`: of the last
    /// frame. Returns commands that report the result, or save a figure that was to be saved.
    Commands follow(const State& state, const FrameRecord& record, bool changed);

    /// Draws the preview at its place on the page.
    void draw(ImDrawList& list, const FrameRecord& record) const;

    /// Whether the page is open and its figure has not been drawn yet.
    bool is_due(const State& state, const FrameRecord& record) const;

private:
    FigurePress& press();
    std::string preview(const State& state, const FigureKind& kind, ImVec2 pixels);

    std::unique_ptr<FigurePress> press_;  ///< made when it is first needed
    std::unique_ptr<Texture> picture_;
    bool drawn_ = false;  ///< the figure has been drawn, or refused
};

}  // namespace vitrine
