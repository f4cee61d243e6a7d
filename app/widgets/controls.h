#pragma once
/// Buttons, chips and similar controls with a common look.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

enum class ButtonLook {
    plain,    ///< raised
    primary,  ///< filled with the accent: the main action
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
    home,  ///< a house
    undo,
    redo,
    restore,  ///< a ring with an arrow that turns back to its beginning
    bin,
    copy,  ///< a sheet before another
    pencil
};

struct ButtonFace {
    std::string_view label = {};
    Icon icon = Icon::none;
    ButtonLook look = ButtonLook::plain;
    std::string_view tip = {};  ///< the note while hovering; empty: none
    bool large = false;         ///< in large letters
    bool enabled = true;
};

/// A push button. Returns true if clicked. A disabled button is drawn flat and cannot be clicked.
bool button(Ui& ui, const std::string& name, const Rect& area, const ButtonFace& face);

/// Buttons side by side, of which one is selected. Returns the index of the clicked one.
struct Segment {
    std::string name, label;
    std::string_view tip = {};
};
std::optional<int> segmented(Ui& ui, ImVec2 corner, std::span<const Segment> segments, int selected, Colour colour);

/// The width of segmented().
float segmented_width(const Ui& ui, std::span<const Segment> segments);

/// Chooses one of many, numbered from 1: as many numbers as fit, always including the chosen one, with arrows to the previous and
/// next ones if not all fit. Anchors are prefix/0, prefix/1, … and prefix/previous, prefix/next. Returns the index of the clicked
/// one.
struct Choice {
    std::string prefix;
    int count = 0, selected = 0;
    float width = 0;
    Colour colour = 0;
};
std::optional<int> choose_number(Ui& ui, ImVec2 corner, const Choice& choice);

/// A token in a frame. Returns the area it takes.
struct ChipLook {
    bool selected = false, faint = false, hovered = false;
    bool wrong = false;  ///< with a cross at its corner
    float width = 0;     ///< 0: as wide as the word
};
Rect chip(Ui& ui, ImVec2 corner, std::string_view word, const ChipLook& look);
constexpr float chip_height = 24;
float chip_width(const Ui& ui, std::string_view word);

/// Chooses among a row of values: "heads  −  4  +". Anchors are name/less and name/more. Returns the new index.
struct StepperInput {
    std::string name;
    std::string label, value;
    int place = 0, count = 0;
    bool changed = false;       ///< shows a dot: the value is not in effect yet
    std::string_view tip = {};  ///< the note while hovering the label
};
std::optional<int> stepper(Ui& ui, const Rect& row, const StepperInput& input);

/// A switch, "●─ causal mask". Returns true if clicked.
struct SwitchInput {
    std::string name;
    std::string label;
    bool on = false;
    bool changed = false;
    std::string_view tip = {};
    bool enabled = true;  ///< false: shows its state, but cannot be clicked
};
bool toggle(Ui& ui, const Rect& row, const SwitchInput& input);

/// A slider with `count` positions. Returns the position to which it is dragged.
struct SliderInput {
    std::string name;
    int place = 0, count = 0;
};
std::optional<int> slider(Ui& ui, const Rect& area, const SliderInput& input);

/// The field of a drop-down: its text and a chevron. Returns true if clicked.
bool drop_down(Ui& ui, const std::string& name, const Rect& field, std::string_view text);

/// A small button that opens a list, as high as segmented(): its text and a chevron. Returns true if clicked.
bool list_button(Ui& ui, const std::string& name, const Rect& area, std::string_view text, const std::vector<std::string>& note);
float list_button_width(const Ui& ui, std::string_view text);

/// "OPERATIONS", with a remark at the right end of the line.
void section_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark = {});

void draw_icon(Ui& ui, ImVec2 centre, Icon icon, Colour colour);

/// A small triangle with its tip at `tip`, pointing along `direction`. Requires: `direction` has length 1.
void arrow_head(Ui& ui, ImVec2 tip, ImVec2 direction, Colour colour);

}  // namespace vitrine
