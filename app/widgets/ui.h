#pragma once
/// What a widget needs to draw itself and to answer the user: the frame's draw list, theme, input, and the record of named places.
///
/// Everything one can click, and every tensor shown, registers its rectangle under a stable name, an anchor: "transport/next",
/// "outline/STEP", "tensor/PATH". Scripts, tests and the keyboard find things by that name.

#include <optional>
#include <string>
#include <vector>

#include "app/render/heatmap.h"
#include "app/widgets/text.h"
#include "app/widgets/theme.h"

namespace vitrine {

/// What the pointer and the keyboard do in this frame, in logical pixels.
struct Pointer {
    ImVec2 position{-1, -1};
    bool down = false, pressed = false, double_clicked = false, right_pressed = false;
    float wheel = 0;        ///< notches, away from the user is positive
    bool activate = false;  ///< Enter or Space acts on the focused anchor
};

/// A named place on the screen.
struct Anchor {
    std::string name;
    Rect area;     ///< all of it
    Rect visible;  ///< what of it can be seen; empty where it has scrolled away
    bool focusable = false;
    bool in_popup = false;
    std::string scroll;  ///< the scrolling area it lies in, or empty

    /// Where cells lie, for a tensor: given so that a cell can be found by its index.
    std::optional<HeatmapCells> cells;
    HeatmapLayout cell_layout;
};

struct ScrollArea {
    std::string name;
    Rect view;
    float offset = 0, content = 0;  ///< how far it has moved; how high all that is in it is
};

/// What a frame left behind.
struct FrameRecord {
    std::vector<Anchor> anchors;
    std::vector<TextRecord> texts;
    std::vector<ScrollArea> scrolls;

    const Anchor* find(const std::string& name) const;
};

struct Interaction {
    bool hovered = false;
    bool held = false;  ///< the button went down here and is still down, wherever the pointer is now
    bool clicked = false, double_clicked = false, right_clicked = false, focused = false;
};

struct UiInput {
    Pointer pointer;
    std::string focus;        ///< the anchor with the keyboard's ring
    std::string grabbed;      ///< the anchor the button went down on, until it goes up
    bool popup_open = false;  ///< nothing outside a popup answers
};

struct UiResources {
    ImDrawList& list;
    const Fonts& fonts;
    const Theme& theme;
    HeatmapRenderer& heatmaps;
};

/// One frame's.
class Ui {
public:
    Ui(const UiResources& resources, ImVec2 size, const UiInput& input);

    /// Draws what floats above everything, the keyboard's ring and the note beside the pointer, and gives the record away.
    FrameRecord finish();

    ImDrawList& list;
    const Fonts& fonts;
    const Theme& theme;
    HeatmapRenderer& heatmaps;

    ImVec2 size() const { return size_; }
    const Pointer& pointer() const { return input_.pointer; }

    /// Registers something one can click or reach with Tab, and says what the user does with it.
    Interaction control(const std::string& name, const Rect& area);

    /// Registers a place that only has a name.
    Interaction place(const std::string& name, const Rect& area);

    /// Registers a tensor's picture, whose cells scripts can point at.
    Interaction tensor(const std::string& name, const HeatmapLayout& layout, const HeatmapCells& cells);

    Rect text(ImVec2 position, Font font, Colour colour, std::string_view text, const TextOptions& options = {});
    Rect paragraph(ImVec2 position, Font font, Colour colour, std::string_view text, const ParagraphOptions& options);
    float width_of(Font font, std::string_view text) const { return text_width(fonts, font, text); }

    void fill(const Rect& area, Colour colour, float radius = 0);
    void frame(const Rect& area, Colour colour, float radius = 0, float thickness = 1);

    void push_clip(const Rect& area);
    void pop_clip();

    /// Opens an area that scrolls. What is drawn until end_scroll lies `offset` higher than the returned top says.
    float begin_scroll(const std::string& name, const Rect& view, float offset);

    /// Closes it; bottom is where its content ended. Returns where it should stand from now on, if that has changed.
    std::optional<float> end_scroll(float bottom);

    /// What is drawn until end_popup answers while a popup is open, and nothing else does.
    void begin_popup() { in_popup_ = true; }
    void end_popup() { in_popup_ = false; }

    /// A note beside the pointer, drawn last. One line each; the first is a title.
    void note(std::vector<std::string> lines) { note_ = std::move(lines); }

private:
    Interaction react(const Anchor& anchor) const;
    Anchor& add(const std::string& name, const Rect& area, bool focusable);
    void draw_scrollbar(const ScrollArea& area);
    void draw_ring();
    void draw_note();

    ImVec2 size_;
    UiInput input_;
    FrameRecord record_;
    std::vector<Rect> clips_;
    std::vector<std::size_t> open_scrolls_;
    bool in_popup_ = false;
    std::vector<std::string> note_;
};

}  // namespace vitrine
