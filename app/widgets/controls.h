#pragma once
/// Buttons, chips and the like, drawn to one look.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/widgets/ui.h"

namespace vitrine {

enum class ButtonLook {
    plain,    ///< raised
    primary,  ///< filled with the accent: the one thing to do
    ghost,    ///< flat until hovered
};

enum class Icon { none, first, previous, play, pause, next, last, chevron_down, chevron_right, sun, moon, cross };

struct ButtonFace {
    std::string_view label = {};
    Icon icon = Icon::none;
    ButtonLook look = ButtonLook::plain;
    std::string_view tip = {};  ///< what hovering says; empty: nothing
};

/// A push button; true where it was clicked.
bool button(Ui& ui, const std::string& name, const Rect& area, const ButtonFace& face);

/// One of several, side by side. names and labels are in step; gives the one clicked.
struct Segment {
    std::string name, label;
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
    bool selected = false, faint = false;
};
Rect chip(Ui& ui, ImVec2 corner, std::string_view word, const ChipLook& look);
constexpr float chip_height = 24;
float chip_width(const Ui& ui, std::string_view word);

/// "OPERATIONS", with a remark at the right end of the line.
void section_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark = {});

void draw_icon(Ui& ui, ImVec2 centre, Icon icon, Colour colour);

/// A small triangle that points along a direction of length 1, its tip at `tip`.
void arrow_head(Ui& ui, ImVec2 tip, ImVec2 direction, Colour colour);

}  // namespace vitrine
