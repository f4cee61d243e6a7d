#pragma once
/// The column that a panel fills from its top to its bottom. All lengths are logical pixels.

#include <algorithm>
#include <utility>

#include "app/widgets/controls.h"

namespace vitrine {

/// A place between a left and a right edge, which begins at y. What is put into it takes what it needs and moves y below itself,
/// and leaves `below` free there: a function that draws reads from top to bottom, as its picture does.
struct Column {
    Ui& ui;
    float left, right;
    float y;  ///< what comes next begins here

    float width() const { return right - left; }
    ImVec2 corner() const { return {left, y}; }

    /// What has been filled since y was `top`.
    Rect since(float top) const { return {{left, top}, {right, y}}; }

    /// The next `height`, from edge to edge.
    Rect row(float height, float below = 0);

    void gap(float height) { y += height; }

    /// A line across, one pixel high.
    void rule(float below);

    /// "OPERATIONS", with a remark at the right end of the line.
    void title(std::string_view title, std::string_view remark = {}, float below = 10);

    /// "Cache  keys and values kept": a remark beside its heading, where there is room for any of it.
    void heading(std::string_view title, std::string_view remark, Shorten shorten = Shorten::end);

    // Text: each gives what it takes up. A line is shortened where it is too long.

    /// One line, at the top of the next `height`.
    Rect line(float height, Font font, Colour colour, std::string_view text, Shorten shorten = Shorten::middle);

    /// One line, as high as its letters.
    Rect text(Font font, Colour colour, std::string_view text, float below = 0);

    /// As many lines as it needs.
    Rect paragraph(Font font, Colour colour, std::string_view text, float below = 0);

    /// One of many by its number, behind a label: "head  1 2 3 4". Gives the one clicked; the width is the column's, unless the
    /// choice asks for less.
    std::optional<int> choice(std::string_view label, float label_width, Choice choice);

    // Columns within this one, from y down. They move by themselves: whoever fills them moves this one below.

    Column inset(float amount) const { return {ui, left + amount, right - amount, y}; }
    Column from(float new_left) const { return {ui, new_left, right, y}; }
    Column at_most(float widest) const { return {ui, left, std::min(right, left + widest), y}; }

    /// Two side by side, with a gap between.
    std::pair<Column, Column> halves(float gap) const;

    /// Goes on where the lower of two ends.
    void go_below(const Column& first, const Column& second) { y = std::max(first.y, second.y); }
};

/// The column within a card, or another area, from `above` below its upper edge on.
inline Column column_in(Ui& ui, const Rect& area, float side, float above) {
    return {ui, area.min.x + side, area.max.x - side, area.min.y + above};
}

/// Chips and the like in lines of a column, from left to right, and on in the next line where one has no room. The column ends
/// below the last line.
class Flow {
public:
    Flow(Column& column, float line, float gap = 6) : column_(column), line_(line), gap_(gap), at_(column.row(line).min) {}

    /// Where something so wide goes, which is no wider than the column.
    ImVec2 next(float width);

private:
    Column& column_;
    float line_, gap_;  ///< the height of a line, and what is left free between two things in it
    ImVec2 at_;
};

}  // namespace vitrine
