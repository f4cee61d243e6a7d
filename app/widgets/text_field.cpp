#include "app/widgets/text_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

float padding_of(const TextFieldInput& input) { return input.large ? 24.0f : 10.0f; }

/// The positions between characters, from 0 to the end, and how far each is from the beginning of the text. Measured character by
/// character: a text may be as long as a book.
struct Places {
    std::vector<std::size_t> at;
    std::vector<float> x;

    std::size_t index_of(std::size_t place) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(at, std::min(place, at.back())) - at.begin());
    }
    float x_of(std::size_t place) const { return x[index_of(place)]; }
};

Places places_in(const Ui& ui, Font font, std::string_view text) {
    Places places{character_starts(text), {0}};
    places.at.push_back(text.size());
    for (std::size_t i = 0; i + 1 < places.at.size(); ++i)
        places.x.push_back(places.x[i] + ui.width_of(font, text.substr(places.at[i], places.at[i + 1] - places.at[i])));
    return places;
}

/// The part of a text that is shown, in bytes.
struct Part {
    std::size_t first = 0, last = 0;
};

/// As much as fits: from the beginning, or from as far on as necessary for the caret to be visible.
Part part_shown(const Places& places, std::size_t caret, float room) {
    std::size_t first = 0;
    while (first + 1 < places.at.size() && places.x_of(caret) - places.x[first] > room) ++first;
    std::size_t last = first;
    while (last + 1 < places.at.size() && places.x[last + 1] - places.x[first] <= room) ++last;
    return {places.at[first], places.at[last]};
}

/// The position in the text nearest to a point of the screen.
std::size_t place_at(const Places& places, const Part& part, float x) {
    std::size_t best = part.first;
    const float left = places.x_of(part.first);
    for (std::size_t i = places.index_of(part.first); i < places.at.size() && places.at[i] <= part.last; ++i) {
        if (std::abs(places.x[i] - left - x) < std::abs(places.x_of(best) - left - x)) best = places.at[i];
    }
    return best;
}

void draw_typed(Ui& ui, const Rect& inner, const TextFieldInput& input, const Places& places, const Part& part) {
    const auto x_of = [&](std::size_t place) {
        return inner.min.x + places.x_of(std::clamp(place, part.first, part.last)) - places.x_of(part.first);
    };
    const float half = std::max(8.0f, 0.6f * ui.fonts.size(input.font));
    const float top = inner.centre().y - half, bottom = inner.centre().y + half;
    if (input.typing && input.anchor != input.caret) {
        const auto [first, last] = std::minmax(input.anchor, input.caret);
        ui.fill({{x_of(first), top}, {x_of(last), bottom}}, faded(ui.theme.accent, 0.3f), 2);
    }
    ui.text({inner.min.x, inner.centre().y}, input.font, ui.theme.text, input.text.substr(part.first, part.last - part.first),
            {.vertical = VerticalAlign::middle});
    for (const auto& [first, last] : input.wrong) {
        if (first < part.last && last > part.first) ui.fill({{x_of(first), bottom}, {x_of(last), bottom + 2}}, ui.theme.error, 1);
    }
    if (input.typing)
        ui.fill(rect_at({x_of(input.caret), top}, input.large ? 2.0f : 1.5f, bottom - top),
                input.large ? ui.theme.accent : ui.theme.text);
}

}  // namespace

TextFieldOutput text_field(Ui& ui, const Rect& area, const TextFieldInput& input) {
    Interaction does = ui.control(input.name, area);
    if (ui.pointer().position.x > area.max.x - input.kept) does.hovered = does.clicked = does.held = false;
    const float radius = input.large ? metrics::block_radius : metrics::radius;
    ui.fill(area, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.05f) : ui.theme.raised, radius);
    ui.frame(area, input.typing ? ui.theme.dim : ui.theme.line, radius);
    const float padding = padding_of(input);
    const Rect inner{{area.min.x + padding, area.min.y}, {area.max.x - padding - input.kept, area.max.y}};
    const Places places = places_in(ui, input.font, input.text);
    const Part part = part_shown(places, input.caret, inner.width() - 2);
    float right = inner.max.x;
    if (!input.typing && input.text.empty() && !input.remark.empty()) {
        right = ui.text({right, inner.centre().y}, Font::mono_small, ui.theme.faint, input.remark,
                        {.align = Align::right, .vertical = VerticalAlign::middle})
                    .min.x -
                8;
    }
    if (input.text.empty()) {
        const float indent = input.typing ? 5.0f : 0.0f;
        ui.text({inner.min.x + indent, inner.centre().y}, input.large ? input.font : Font::body, ui.theme.faint, input.placeholder,
                {.max_width = right - inner.min.x - indent, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    }
    draw_typed(ui, inner, input, places, part);
    TextFieldOutput output{.clicked = does.clicked};
    if (does.held) output.caret = place_at(places, part, ui.pointer().position.x - inner.min.x);
    return output;
}

}  // namespace vitrine
