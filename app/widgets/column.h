#pragma once
/// The column that a panel fills from its top to its bottom. All lengths are logical pixels.

#include <algorithm>
#include <utility>

#include "app/widgets/controls.h"

namespace vitrine {

/// The space between a left and a right edge, from y downwards. Each part takes the height it needs and moves y below itself by
/// `below` more, so that code reads from top to bottom, like its picture.
struct Column {
    Ui& ui;
    float left, right;
    float y;  ///< the top of the next part

    float width() const { return right - left; }
    ImVec2 corner() const { return {left, y}; }

    /// The area filled since y was `top`.
    Rect since(float top) const { return {{left, top}, {right, y}}; }

    /// Takes the next `height`, from edge to edge.
    Rect row(float height, float below = 0);

    void gap(float height) { y += height; }

    /// A line across, one pixel high.
    void rule(float below);

    /// "OPERATIONS", with a remark at the right end of the line.
    void title(std::string_view title, std::string_view remark = {}, float below = 10);

    /// "Cache  keys and values kept": a heading, with a remark beside it if there is room.
    void heading(std::string_view title, std::string_view remark, Shorten shorten = Shorten::end);

    // Text: each function returns the area it takes. A line that is too long is shortened.

    /// One line, at the top of the next `height`.
    Rect line(float height, Font font, Colour colour, std::string_view text, Shorten shorten = Shorten::middle);

    /// One line, as high as its letters.
    Rect text(Font font, Colour colour, std::string_view text, float below = 0);

    /// A text in as many lines as needed.
    Rect paragraph(Font font, Colour colour, std::string_view text, float below = 0);

    /// Chooses one of many by its number, behind a label: "head  1 2 3 4". Returns the clicked one. Uses the column's width, unless
    /// the choice asks for less.
    std::optional<int> choice(std::string_view label, float label_width, Choice choice);

    // Columns within this one, from y downwards. They have their own y: the caller moves this column below them.

    Column inset(float amount) const { return {ui, left + amount, right - amount, y}; }
    Column from(float new_left) const { return {ui, new_left, right, y}; }
    Column at_most(float widest) const { return {ui, left, std::min(right, left + widest), y}; }

    /// Two side by side, with a gap between.
    std::pair<Column, Column> halves(float gap) const;

    /// Continues below the lower end of both.
    void go_below(const Column& first, const Column& second) { y = std::max(first.y, second.y); }
};

/// The column within a card or another area, starting `above` below its upper edge.
inline Column column_in(Ui& ui, const Rect& area, float side, float above) {
    return {ui, area.min.x + side, area.max.x - side, area.min.y + above};
}

/// Places chips and similar items in lines of a column, from left to right, and starts a new line when one is full. The column
/// ends below the last line.
class Flow {
public:
    Flow(Column& column, float line, float gap = 6) : column_(column), line_(line), gap_(gap), at_(column.row(line).min) {}

    /// The corner of the next item of this width. Requires: `width` is at most the column's.
    ImVec2 next(float width);

private:
    Column& column_;
    float line_, gap_;  ///< the height of a line, and the gap between two items
    ImVec2 at_;
};

}  // namespace vitrine
