#include "app/widgets/text_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

constexpr float padding = 10;

/// The positions between characters, from 0 to the end.
std::vector<std::size_t> places_in(std::string_view text) {
    std::vector<std::size_t> places = character_starts(text);
    places.push_back(text.size());
    return places;
}

/// The part of a text that is shown, in bytes.
struct Part {
    std::size_t first = 0, last = 0;
};

/// As much as fits: from the beginning, or from as far on as necessary for the caret to be visible.
Part part_shown(const Ui& ui, const TextFieldInput& input, float room) {
    const std::vector<std::size_t> places = places_in(input.text);
    const auto width = [&](std::size_t first, std::size_t last) {
        return ui.width_of(input.font, input.text.substr(first, last - first));
    };
    Part part;
    for (std::size_t i = 0; i + 1 < places.size() && width(part.first, input.caret) > room; ++i) part.first = places[i + 1];
    part.last = part.first;
    for (const std::size_t place : places) {
        if (place > part.last && width(part.first, place) <= room) part.last = place;
    }
    return part;
}

/// The position in the text nearest to a point of the screen.
std::size_t place_at(const Ui& ui, const TextFieldInput& input, const Part& part, float x) {
    std::size_t best = part.first;
    float least = std::abs(x);
    for (const std::size_t place : places_in(input.text)) {
        if (place < part.first || place > part.last) continue;
        const float off = std::abs(ui.width_of(input.font, input.text.substr(part.first, place - part.first)) - x);
        if (off < least) least = off, best = place;
    }
    return best;
}

void draw_typed(Ui& ui, const Rect& inner, const TextFieldInput& input, const Part& part) {
    const auto x_of = [&](std::size_t place) {
        const std::size_t seen = std::clamp(place, part.first, part.last);
        return inner.min.x + ui.width_of(input.font, input.text.substr(part.first, seen - part.first));
    };
    const float top = inner.centre().y - 8, bottom = inner.centre().y + 8;
    if (input.typing && input.anchor != input.caret) {
        const auto [first, last] = std::minmax(input.anchor, input.caret);
        ui.fill({{x_of(first), top}, {x_of(last), bottom}}, faded(ui.theme.accent, 0.3f), 2);
    }
    ui.text({inner.min.x, inner.centre().y}, input.font, ui.theme.text, input.text.substr(part.first, part.last - part.first),
            {.vertical = VerticalAlign::middle});
    if (input.typing) ui.fill(rect_at({x_of(input.caret), top}, 1.5f, bottom - top), ui.theme.text);
}

}  // namespace

TextFieldOutput text_field(Ui& ui, const Rect& area, const TextFieldInput& input) {
    const Interaction does = ui.control(input.name, area);
    ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.05f) : ui.theme.raised, metrics::radius);
    ui.frame(area, input.typing ? ui.theme.dim : ui.theme.line, metrics::radius);
    const Rect inner{{area.min.x + padding, area.min.y}, {area.max.x - padding, area.max.y}};
    const Part part = part_shown(ui, input, inner.width() - 2);
    float right = inner.max.x;
    if (!input.typing && input.text.empty() && !input.remark.empty()) {
        right = ui.text({right, inner.centre().y}, Font::mono_small, ui.theme.faint, input.remark,
                        {.align = Align::right, .vertical = VerticalAlign::middle})
                    .min.x -
                8;
    }
    if (input.text.empty()) {
        const float indent = input.typing ? 5.0f : 0.0f;
        ui.text({inner.min.x + indent, inner.centre().y}, Font::body, ui.theme.faint, input.placeholder,
                {.max_width = right - inner.min.x - indent, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    }
    draw_typed(ui, inner, input, part);
    TextFieldOutput output{.clicked = does.clicked};
    if (does.held) output.caret = place_at(ui, input, part, ui.pointer().position.x - inner.min.x);
    return output;
}

}  // namespace vitrine
