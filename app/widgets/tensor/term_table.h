#pragma once
/// The terms of a number, line by line: "i=0   +0.8400 × +1.0267 = +0.8625".

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

struct TermFactor {
    std::string text;
    Colour colour = 0;
    std::string name{};  ///< the name of the anchor; empty: it cannot be clicked
};

struct TermLine {
    std::string label;
    std::vector<TermFactor> factors;
    std::string value{};     ///< their product; empty for a single factor
    std::string sign = "=";  ///< before the value
    bool strong = false;     ///< emphasised: the number itself, or its source
    bool unused = false;     ///< shown, but not used in the number
};

struct TermTableOutput {
    struct Place {
        std::size_t line, factor;
    };
    std::optional<Place> hovered, clicked;
    float bottom = 0;
};

/// Draws the lines from the upper edge of `area` downwards, with factors and values in columns; may continue below the area.
TermTableOutput term_table(Ui& ui, const Rect& area, std::span<const TermLine> lines);

/// A label at the left and a number at the right end of a line.
struct FigureLine {
    std::string_view label, value;
    Colour colour = 0;
    Font font = Font::mono;
};
constexpr float figure_line_height = 20;
void figure_line(Ui& ui, const Rect& line, const FigureLine& input);

}  // namespace vitrine
