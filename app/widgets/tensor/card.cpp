#include "app/widgets/tensor/card.h"

#include <cmath>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr float padding = 8, picture = 44;

/// Draws the picture in the middle of its square, so that long and wide pictures look as balanced as square ones.
void draw_picture(Ui& ui, const Rect& square, const CardInput& input) {
    const ImVec2 size = thumbnail_size(input.cells.rows(), input.cells.columns(), square.size());
    const ImVec2 middle = square.centre();
    const Rect area = rect_at({std::floor(middle.x - size.x / 2), std::floor(middle.y - size.y / 2)}, size.x, size.y);
    add_heatmap(ui.list, ui.heatmaps, area, input.cells, input.style);
}

/// The room to the right of the picture; if the words would be cut there, "previous token" among them, the last one goes below.
float room_beside(float width) { return width - 2 * padding - picture - 6; }
constexpr float room_for_word = 84, word_line = 16;

bool is_word_below(float width) { return room_beside(width) < room_for_word; }

void draw_words(Ui& ui, const Rect& area, CardSize size, const CardInput& input) {
    const Colour title = input.selected ? ui.theme.accent : ui.theme.text;
    if (size == CardSize::wide) {
        const float left = area.min.x + 2 * padding + picture, room = room_beside(area.width()), top = area.min.y + padding;
        const bool below = is_word_below(area.width());
        ui.text({left, top}, Font::body_strong, title, input.title, {.max_width = room});
        ui.text({left, top + 18}, Font::mono_small, ui.theme.dim, input.value, {.max_width = room});
        ui.text(below ? ImVec2{area.min.x + padding, area.max.y - word_line - 4} : ImVec2{left, top + 34}, Font::label,
                ui.theme.text, input.word, {.max_width = word_room(size, area.width()), .shorten = Shorten::end});
        return;
    }
    const float y = area.min.y + padding + picture + 6;
    ui.text({area.min.x + padding, y}, Font::note_strong, title, input.title);
    ui.text({area.max.x - padding, y + 1}, Font::mono_small, ui.theme.dim, input.value, {.align = Align::right});
    ui.text({area.centre().x, y + 16}, Font::label, ui.theme.text, input.word,
            {.max_width = word_room(size, area.width()), .align = Align::centre, .shorten = Shorten::end});
}

}  // namespace

float word_room(CardSize size, float width) {
    if (size == CardSize::small) return width - 6;
    return is_word_below(width) ? width - 2 * padding : room_beside(width);
}

float card_height(CardSize size, float width) {
    const float height = picture + 2 * padding;
    if (size == CardSize::small) return height + 32;
    return is_word_below(width) ? height + word_line - 2 : height;
}

namespace {

void draw_below(Ui& ui, const Rect& area, const std::string& words) {
    ui.text({area.centre().x, area.max.y - card_line - 2}, Font::label, ui.theme.text, words,
            {.max_width = area.width() - 6, .align = Align::centre, .shorten = Shorten::end});
}

}  // namespace

Interaction card(Ui& ui, const Rect& area, CardSize size, const CardInput& input) {
    const Interaction does = ui.control(input.name, area);
    if (!ui.sees(area.inset(-8))) return does;
    if (input.selected || does.hovered) ui.fill(area, ui.theme.raised, metrics::card_radius);
    ui.frame(area,
             input.selected ? ui.theme.accent
             : does.hovered ? ui.theme.dim
                            : ui.theme.line,
             metrics::card_radius, input.selected ? 2.0f : 1.0f);
    const float left = size == CardSize::wide ? area.min.x + padding : area.centre().x - picture / 2;
    // Without a word below, the words are centred.
    const bool centred = size == CardSize::wide && input.word.empty() && input.below.empty();
    const float lower = centred ? (area.height() - picture) / 2 - padding : 0;
    draw_picture(ui, rect_at({left, area.min.y + padding + lower}, picture, picture), input);
    const Rect upper{area.min, {area.max.x, area.max.y - (input.below.empty() ? 0 : card_line)}};
    draw_words(ui, upper.moved(0, lower), size, input);
    if (!input.below.empty()) draw_below(ui, area, input.below);
    return does;
}

}  // namespace vitrine
