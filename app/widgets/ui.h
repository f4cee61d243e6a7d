#pragma once
/// The context of widgets: the frame's draw list, theme, input, and the record of named places.
///
/// Every control and every shown tensor registers its rectangle under a stable name, an anchor: "transport/next", "outline/STEP",
/// "tensor/PATH". Scripts, tests and the keyboard find places by these names.

#include <optional>

#include "app/widgets/text.h"
#include "app/widgets/theme.h"

namespace vitrine {

/// The input of pointer and keyboard in this frame, in logical pixels.
struct Pointer {
    ImVec2 position{-1, -1};
    bool down = false, pressed = false, double_clicked = false, right_pressed = false;
    float wheel = 0;            ///< notches, away from the user is positive
    bool released = false;      ///< the button went up
    int clicks = 0;             ///< with released: 1, or 2 for the second click of a double click
    ImVec2 pressed_at{-1, -1};  ///< where the button last went down
    bool dragging = false;      ///< since then the pointer has moved farther than a click allows
    ImVec2 dragged{0, 0};       ///< while dragging: the movement since the previous frame
    bool activate = false;      ///< Enter or Space acts on the focused anchor
};

/// A named place on the screen.
struct Anchor {
    std::string name;
    Rect area;     ///< the whole area
    Rect visible;  ///< the visible part; empty: scrolled away
    bool focusable = false;
    bool floating = false;  ///< it is above the panels: in a drop-down or a message
    std::string scroll;     ///< the scrolling area it is in; empty: none
    std::string title;      ///< for an entry of a list, which is found by typing the beginning of its title; empty: it is not an
                            ///< entry

    /// For a tensor: its cells and their layout, so that a cell is found by its index.
    std::optional<HeatmapCells> cells;
    HeatmapLayout cell_layout;
};

struct ScrollArea {
    std::string name;
    std::string within = {};  ///< the area that scrolls this one; empty: none
    Rect view;
    float offset = 0, content = 0;  ///< how far it is scrolled; the height of its content
    bool pans = false;              ///< it moves in all directions, by code of its own
};

/// The record of a drawn frame.
struct FrameRecord {
    std::vector<Anchor> anchors;
    std::vector<TextRecord> texts;
    std::vector<ScrollArea> scrolls;
    std::vector<Rect> floating;  ///< the areas of floating boxes

    const Anchor* find(const std::string& name) const;
};

struct Interaction {
    bool hovered = false;
    bool held = false;  ///< the button was pressed here and is still down, wherever the pointer is
    bool clicked = false, double_clicked = false, right_clicked = false, focused = false;
};

struct UiInput {
    Pointer pointer;
    std::string focus;             ///< the anchor with the focus ring
    std::string grabbed;           ///< the anchor on which the button was pressed, until it is released
    bool modal = false;            ///< a drop-down is open: only floating controls respond
    bool clicked_here = false;     ///< the pointer has not moved since its last click, and a note would cover the result
    std::vector<Rect> floating{};  ///< the floating areas of the previous frame, which cover what is below them
};

struct UiResources {
    ImDrawList& list;
    const Fonts& fonts;
    const Theme& theme;
    HeatmapRenderer& heatmaps;
    Svg* svg = nullptr;  ///< everything that is drawn is also added to this
};

/// The Ui of one frame.
class Ui {
public:
    Ui(const UiResources& resources, ImVec2 size, const UiInput& input);

    /// Draws the floating parts, the focus ring and the note beside the pointer, and returns the record.
    FrameRecord finish();

    DrawList list;
    const Fonts& fonts;
    const Theme& theme;
    HeatmapRenderer& heatmaps;

    ImVec2 size() const { return size_; }
    const Pointer& pointer() const { return input_.pointer; }

    /// The record of this frame so far.
    const FrameRecord& so_far() const { return record_; }

    /// The anchor on which the button was pressed, until it is released; empty: none.
    const std::string& grabbed() const { return input_.grabbed; }

    /// Registers a control, which can be clicked and reached with Tab, and returns what the user does with it.
    Interaction control(const std::string& name, const Rect& area);

    /// The same for an entry of an open list or menu, which is also reached by typing the beginning of its title.
    Interaction entry(const std::string& name, const Rect& area, std::string_view title);

    /// Registers a place that only has a name.
    Interaction place(const std::string& name, const Rect& area);

    /// Registers a tensor's picture, whose cells scripts can point at.
    Interaction tensor(const std::string& name, const HeatmapLayout& layout, const HeatmapCells& cells);

    /// Registers the name of something that is not visible, so that scripts know it.
    void out_of_sight(const std::string& name) { add(name, {}, false).visible = {}; }

    Rect text(ImVec2 position, Font font, Colour colour, std::string_view text, const TextOptions& options = {});
    Rect turned_text(ImVec2 foot, Font font, Colour colour, std::string_view text);
    Rect paragraph(ImVec2 position, Font font, Colour colour, std::string_view text, const ParagraphOptions& options);
    float width_of(Font font, std::string_view text) const { return text_width(fonts, font, text); }

    void fill(const Rect& area, Colour colour, float radius = 0);
    void frame(const Rect& area, Colour colour, float radius = 0, float thickness = 1);

    void push_clip(const Rect& area);
    void pop_clip();

    /// Opens a scrolling area. Returns the top of its content: everything drawn until end_scroll() has to be placed from there.
    float begin_scroll(const std::string& name, const Rect& view, float offset);

    /// Closes the area. `bottom`: the end of its content. Returns the new offset, if it has changed.
    std::optional<float> end_scroll(float bottom);

    /// Opens an area that moves in all directions: texts may be cut at its edges.
    void begin_panning(const std::string& name, const Rect& view);
    void end_panning() { pop_clip(); }

    /// Everything drawn until end_floating() is above the panels, and also covers this area for the pointer.
    void begin_floating(const Rect& area);
    void end_floating() { floating_ = false; }

    /// Whether any part of an area is visible: invisible parts need not be drawn, only registered.
    bool sees(const Rect& area) const { return !area.intersection(clips_.back()).empty(); }

    /// A note at the pointer, drawn last; its first line is a title. It is placed above or below `beside`, so that it does not
    /// cover that area. If `beside`, or otherwise what is pointed at, is a row, the next row is below it, so the note is placed
    /// beside the row or above it.
    void note(std::vector<std::string> lines, const std::optional<Rect>& beside = std::nullopt);

    /// A note about a cell of a row, wherever that is: does not cover what is below the row.
    void note_in_row(std::vector<std::string> lines, const Rect& row);

private:
    Interaction react(const Anchor& anchor) const;
    Anchor& add(const std::string& name, const Rect& area, bool focusable);
    void draw_scrollbar(const ScrollArea& area);
    void draw_ring();
    void draw_note();
    ImVec2 note_corner(ImVec2 size) const;
    ImVec2 corner_beside_row(const Rect& row, ImVec2 size) const;

    ImVec2 size_;
    UiInput input_;
    FrameRecord record_;
    std::vector<Rect> clips_;
    std::vector<std::size_t> open_scrolls_;
    bool floating_ = false;
    std::vector<std::string> note_;
    std::optional<Rect> note_beside_, note_row_;
};

}  // namespace vitrine
