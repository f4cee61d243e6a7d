#include "app/widgets/column.h"

namespace vitrine {

Rect Column::row(float height, float below) {
    const Rect area = rect_at(corner(), width(), height);
    y = area.max.y + below;
    return area;
}

void Column::rule(float below) { ui.fill(row(1, below), ui.theme.line); }

void Column::title(std::string_view title, std::string_view remark, float below) {
    section_title(ui, row(16, below), title, remark);
}

void Column::heading(std::string_view title, std::string_view remark, Shorten shorten) {
    constexpr float least = 60;
    const Rect written = line(28, Font::heading, ui.theme.text, title);
    const float begin = written.max.x + 10;
    if (right - begin < least) return;
    ui.text({begin, written.min.y + 3}, Font::note, ui.theme.dim, remark, {.max_width = right - begin, .shorten = shorten});
}

Rect Column::line(float height, Font font, Colour colour, std::string_view text, Shorten shorten) {
    return ui.text(row(height).min, font, colour, text, {.max_width = width(), .shorten = shorten});
}

Rect Column::text(Font font, Colour colour, std::string_view text, float below) {
    const Rect written = ui.text(corner(), font, colour, text, {.max_width = width()});
    y = written.max.y + below;
    return written;
}

Rect Column::paragraph(Font font, Colour colour, std::string_view text, float below) {
    const Rect written = ui.paragraph(corner(), font, colour, text, {.width = width()});
    y = written.max.y + below;
    return written;
}

std::optional<int> Column::choice(std::string_view label, float label_width, Choice choice) {
    const Rect line = row(24);
    ui.text({left, line.centre().y}, Font::note, ui.theme.dim, label, {.vertical = VerticalAlign::middle});
    const float room = width() - label_width;
    choice.width = choice.width > 0 ? std::min(choice.width, room) : room;
    return choose_number(ui, {left + label_width, line.min.y}, choice);
}

std::pair<Column, Column> Column::halves(float gap) const {
    const float middle = (left + right) / 2;
    return {{ui, left, middle - gap / 2, y}, {ui, middle + gap / 2, right, y}};
}

ImVec2 Flow::next(float width) {
    if (at_.x > column_.left && at_.x + width > column_.right) at_ = column_.row(line_).min;
    const ImVec2 place = at_;
    at_.x += width + gap_;
    return place;
}

}  // namespace vitrine
