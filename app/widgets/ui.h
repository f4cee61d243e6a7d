#pragma once
/// What a widget needs to draw itself and to answer the user: the frame's draw list, theme, input, and the record of named places.
///
/// Everything one can click, and every tensor shown, registers its rectangle under a stable name, an anchor: "transport/next",
/// "outline/STEP", "tensor/PATH". Scripts, tests and the keyboard find things by that name.

#include <optional>

#include "app/widgets/text.h"
#include "app/widgets/theme.h"

namespace vitrine {

/// What the pointer and the keyboard do in this frame, in logical pixels.
struct Pointer {
    ImVec2 position{-1, -1};
    bool down = false, pressed = false, double_clicked = false, right_pressed = false;
    float wheel = 0;            ///< notches, away from the user is positive
    bool released = false;      ///< the button went up
    int clicks = 0;             ///< with released: 1, or 2 where it had gone down for the second time of a double click
    ImVec2 pressed_at{-1, -1};  ///< where the button last went down
    bool dragging = false;      ///< since then the pointer has gone farther than a click allows
    ImVec2 dragged{0, 0};       ///< while dragging: by how much since the frame before
    bool activate = false;      ///< Enter or Space acts on the focused anchor
};

/// A named place on the screen.
struct Anchor {
    std::string name;
    Rect area;     ///< all of it
    Rect visible;  ///< what of it can be seen; empty where it has scrolled away
    bool focusable = false;
    bool floating = false;  ///< it lies above the panels: in a drop-down or a message
    std::string scroll;     ///< the scrolling area it lies in, or empty

    /// Where cells lie, for a tensor: given so that a cell can be found by its index.
    std::optional<HeatmapCells> cells;
    HeatmapLayout cell_layout;
};

struct ScrollArea {
    std::string name;
    Rect view;
    float offset = 0, content = 0;  ///< how far it has moved; how high all that is in it is
    bool pans = false;              ///< it can be moved in every direction, by its own means
};

/// What a frame left behind.
struct FrameRecord {
    std::vector<Anchor> anchors;
    std::vector<TextRecord> texts;
    std::vector<ScrollArea> scrolls;
    std::vector<Rect> floating;  ///< what lay above the panels

    const Anchor* find(const std::string& name) const;
};

struct Interaction {
    bool hovered = false;
    bool held = false;  ///< the button went down here and is still down, wherever the pointer is now
    bool clicked = false, double_clicked = false, right_clicked = false, focused = false;
};

struct UiInput {
    Pointer pointer;
    std::string focus;             ///< the anchor with the keyboard's ring
    std::string grabbed;           ///< the anchor the button went down on, until it goes up
    bool modal = false;            ///< a drop-down is open: nothing outside what floats answers
    bool clicked_here = false;     ///< the pointer is where it last clicked: a note would cover what came of that
    std::vector<Rect> floating{};  ///< what floated in the frame before, and so covers what lies under it
};

struct UiResources {
    ImDrawList& list;
    const Fonts& fonts;
    const Theme& theme;
    HeatmapRenderer& heatmaps;
    Svg* svg = nullptr;  ///< gets what is drawn as shapes
};

/// One frame's.
class Ui {
public:
    Ui(const UiResources& resources, ImVec2 size, const UiInput& input);

    /// Draws what floats above everything, the keyboard's ring and the note beside the pointer, and gives the record away.
    FrameRecord finish();

    DrawList list;
    const Fonts& fonts;
    const Theme& theme;
    HeatmapRenderer& heatmaps;

    ImVec2 size() const { return size_; }
    const Pointer& pointer() const { return input_.pointer; }

    /// What this frame has put on the screen so far.
    const FrameRecord& so_far() const { return record_; }

    /// The anchor the button went down on, until it has gone up; empty: none.
    const std::string& grabbed() const { return input_.grabbed; }

    /// Registers something one can click or reach with Tab, and says what the user does with it.
    Interaction control(const std::string& name, const Rect& area);

    /// Registers a place that only has a name.
    Interaction place(const std::string& name, const Rect& area);

    /// Registers a tensor's picture, whose cells scripts can point at.
    Interaction tensor(const std::string& name, const HeatmapLayout& layout, const HeatmapCells& cells);

    /// Registers a name that cannot be seen, so that scripts know it.
    void out_of_sight(const std::string& name) { add(name, {}, false).visible = {}; }

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

    /// Says that what is drawn next, in `view`, can be moved in every direction: texts at its edges are not cut for good.
    void begin_panning(const std::string& name, const Rect& view);
    void end_panning() { pop_clip(); }

    /// What is drawn until end_floating lies above the panels: it covers this area for the pointer, too.
    void begin_floating(const Rect& area);
    void end_floating() { floating_ = false; }

    /// Whether any of an area can be seen: what cannot need not be drawn, only registered.
    bool sees(const Rect& area) const { return !area.intersection(clips_.back()).empty(); }

    /// A note beside the pointer, drawn last. One line each; the first is a title. With `beside` it keeps off that area, above or
    /// below it, so that it does not cover what is being read.
    void note(std::vector<std::string> lines, const std::optional<Rect>& beside = std::nullopt);

private:
    Interaction react(const Anchor& anchor) const;
    Anchor& add(const std::string& name, const Rect& area, bool focusable);
    void draw_scrollbar(const ScrollArea& area);
    void draw_ring();
    void draw_note();
    ImVec2 note_corner(ImVec2 size) const;

    ImVec2 size_;
    UiInput input_;
    FrameRecord record_;
    std::vector<Rect> clips_;
    std::vector<std::size_t> open_scrolls_;
    bool floating_ = false;
    std::vector<std::string> note_;
    std::optional<Rect> note_beside_;
};

}  // namespace vitrine
