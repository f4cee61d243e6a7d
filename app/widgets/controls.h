#pragma once
/// Buttons, chips and the like, drawn to one look.

#include <span>
#include <string_view>

#include "app/widgets/ui.h"

namespace vitrine {

enum class ButtonLook {
    plain,    ///< raised
    primary,  ///< filled with the accent: the one thing to do
    ghost,    ///< flat until hovered
};

enum class Icon {
    none,
    first,
    previous,
    play,
    pause,
    next,
    last,
    chevron_down,
    chevron_right,
    sun,
    moon,
    cross,
    check,
    minus,
    plus,
    menu,  ///< three lines
    undo,
    redo,
    pencil
};

struct ButtonFace {
    std::string_view label = {};
    Icon icon = Icon::none;
    ButtonLook look = ButtonLook::plain;
    std::string_view tip = {};  ///< what hovering says; empty: nothing
    bool large = false;         ///< in larger letters: one of the few things to do here
    bool enabled = true;
};

/// A push button; true where it was clicked. One that is not enabled is drawn flat and cannot be clicked.
bool button(Ui& ui, const std::string& name, const Rect& area, const ButtonFace& face);

/// One of several, side by side. names and labels are in step; gives the one clicked.
struct Segment {
    std::string name, label;
    std::string_view tip = {};
};
std::optional<int> segmented(Ui& ui, ImVec2 corner, std::span<const Segment> segments, int selected, Colour colour);

/// How wide segmented draws them.
float segmented_width(const Ui& ui, std::span<const Segment> segments);

/// One of many, numbered from 1: as many numbers as fit, the chosen one always among them, with arrows to the ones before and after
/// where not all fit. Anchors are prefix/0, prefix/1, … and prefix/previous, prefix/next. Gives the one clicked.
struct Choice {
    std::string prefix;
    int count = 0, selected = 0;
    float width = 0;
    Colour colour = 0;
};
std::optional<int> choose_number(Ui& ui, ImVec2 corner, const Choice& choice);

/// A token in its frame. Returns what it takes up.
struct ChipLook {
    bool selected = false, faint = false, hovered = false;
    bool wrong = false;  ///< with a cross at its corner
    float width = 0;     ///< 0: as wide as its word needs
};
Rect chip(Ui& ui, ImVec2 corner, std::string_view word, const ChipLook& look);
constexpr float chip_height = 24;
float chip_width(const Ui& ui, std::string_view word);

/// A choice among a row of values: "heads  −  4  +". Anchors are name/less and name/more; gives the new place in the row.
struct StepperInput {
    std::string name;
    std::string label, value;
    int place = 0, count = 0;
    bool changed = false;       ///< a dot says that it is not yet in force
    std::string_view tip = {};  ///< what hovering the label says
};
std::optional<int> stepper(Ui& ui, const Rect& row, const StepperInput& input);

/// "●─ causal mask": true where it was clicked.
struct SwitchInput {
    std::string name;
    std::string label;
    bool on = false;
    bool changed = false;
    std::string_view tip = {};
    bool enabled = true;  ///< or else it says how it stands, and cannot be clicked
};
bool toggle(Ui& ui, const Rect& row, const SwitchInput& input);

/// A knob on a line with so many places; gives the place it is dragged to.
struct SliderInput {
    std::string name;
    int place = 0, count = 0;
};
std::optional<int> slider(Ui& ui, const Rect& area, const SliderInput& input);

/// What one of several is chosen from: its text and a chevron. True where it was clicked.
bool drop_down(Ui& ui, const std::string& name, const Rect& field, std::string_view text);

/// "OPERATIONS", with a remark at the right end of the line.
void section_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark = {});

void draw_icon(Ui& ui, ImVec2 centre, Icon icon, Colour colour);

/// A small triangle that points along a direction of length 1, its tip at `tip`.
void arrow_head(Ui& ui, ImVec2 tip, ImVec2 direction, Colour colour);

}  // namespace vitrine
