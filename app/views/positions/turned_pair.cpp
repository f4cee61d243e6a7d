/// Draws a pair of features as a point in a plane: the query's and the key's, before and after turning.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "app/views/positions/placed.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

/// One of the two vectors: its features before and after turning, and its position.
struct TurnedVector {
    std::string letter, turned_letter;
    Size position;
    double x, y, turned_x, turned_y;
    Colour colour;

    double length() const { return std::hypot(x, y); }
};

struct PairPlane {
    ImVec2 centre;
    float scale;  ///< pixels per unit

    ImVec2 at(double x, double y) const {
        return {centre.x + static_cast<float>(x) * scale, centre.y - static_cast<float>(y) * scale};
    }
};

TurnedVector vector_of(const PlacedScene& scene, bool is_key, Colour colour) {
    const Size position = is_key ? scene.key : scene.query;
    const Size first = scene.turn.first_of(scene.pair), second = scene.turn.second_of(scene.pair);
    const char* before = scene.before(is_key);
    const char* after = is_key ? ".rotated_key" : ".rotated_query";
    const std::string letter = is_key ? "k" : "q";
    return {scene.before_rotation(letter),
            scene.after_rotation(letter),
            position,
            scene.at(before, position, first),
            scene.at(before, position, second),
            scene.at(after, position, first),
            scene.at(after, position, second),
            colour};
}

void draw_arrow(Ui& ui, const PairPlane& plane, ImVec2 to, Colour colour, float thickness) {
    ui.list.AddLine(plane.centre, to, colour, thickness);
    const float dx = to.x - plane.centre.x, dy = to.y - plane.centre.y, length = std::hypot(dx, dy);
    constexpr float shortest = 6;  // there is room for an arrow's head from here on
    if (length > shortest) arrow_head(ui, to, {dx / length, dy / length}, colour);
}

/// Draws the way of the point, including full turns, as a spiral, so that the turns can be distinguished.
void draw_way(Ui& ui, const PairPlane& plane, const TurnedVector& vector, double angle, float radius) {
    const double from = std::atan2(vector.y, vector.x), step = 0.12, growth = 3 / (2 * std::numbers::pi);
    const int count = std::clamp(static_cast<int>(std::ceil(std::abs(angle) / step)), 1, 600);
    ImVec2 last{};
    for (int i = 0; i <= count; ++i) {
        const double gone = angle * i / count, at = from + gone;
        const float r = radius + static_cast<float>(growth * gone);
        const ImVec2 point{plane.centre.x + r * static_cast<float>(std::cos(at)),
                           plane.centre.y - r * static_cast<float>(std::sin(at))};
        if (i > 0) ui.list.AddLine(last, point, faded(vector.colour, 0.8f), 1.2f);
        last = point;
    }
}

/// The middle of a vector's letter, which stands beyond its tip.
ImVec2 letter_place(const PairPlane& plane, ImVec2 tip) {
    const float dx = tip.x - plane.centre.x, dy = tip.y - plane.centre.y, length = std::max(1.0f, std::hypot(dx, dy));
    return {tip.x + 12 * dx / length, tip.y + 12 * dy / length};
}

void draw_letter(Ui& ui, ImVec2 place, Colour colour, const std::string& letter) {
    ui.text(place, Font::note_strong, colour, letter, {.align = Align::centre, .vertical = VerticalAlign::middle});
}

/// Draws the name of an axis in the first of some places where no letter is in its way.
void name_axis(Ui& ui, const std::string& name, std::span<const ImVec2> corners, std::span<const ImVec2> letters) {
    constexpr float height = 14, around = 12;
    const float width = ui.width_of(Font::label, name);
    const auto is_free = [&](ImVec2 corner) {
        const Rect taken = rect_at(corner, width, height).inset(-around);
        return std::ranges::none_of(letters, [&](ImVec2 letter) { return taken.contains(letter); });
    };
    const auto free = std::ranges::find_if(corners, is_free);
    ui.text(free == corners.end() ? corners.front() : *free, Font::label, ui.theme.faint, name);
}

/// Names the axes on the right and at the top, if there is room.
void name_axes(Ui& ui, const Rect& square, const PairPlane& plane, std::span<const ImVec2> letters, const PlacedScene& scene) {
    const std::string across = fmt::format("dimension {}", scene.turn.first_of(scene.pair)),
                      up = fmt::format("dimension {}", scene.turn.second_of(scene.pair));
    const float left = square.min.x + 6, right = square.max.x - 6 - ui.width_of(Font::label, across);
    const float below = plane.centre.y + 3, above = plane.centre.y - 17;
    name_axis(ui, across, std::array<ImVec2, 4>{{{right, below}, {left, below}, {right, above}, {left, above}}}, letters);
    const float behind = plane.centre.x + 5, before = plane.centre.x - 5 - ui.width_of(Font::label, up);
    const float top = square.min.y + 4, bottom = square.max.y - 18;
    name_axis(ui, up, std::array<ImVec2, 4>{{{behind, top}, {behind, bottom}, {before, top}, {before, bottom}}}, letters);
}

void draw_plane(Ui& ui, const Rect& square, const PlacedScene& scene, const TurnedVector (&vectors)[2], double frequency) {
    const double longest = std::max({vectors[0].length(), vectors[1].length(), 1e-6});
    constexpr float margin = 26;
    const PairPlane plane{square.centre(), (square.width() / 2 - margin) / static_cast<float>(longest)};
    ui.frame(square, ui.theme.line, metrics::radius, 1);
    ui.list.AddLine({square.min.x + 4, plane.centre.y}, {square.max.x - 4, plane.centre.y}, ui.theme.line);
    ui.list.AddLine({plane.centre.x, square.min.y + 4}, {plane.centre.x, square.max.y - 4}, ui.theme.line);
    std::vector<ImVec2> letters;
    float radius = 20;
    for (const TurnedVector& vector : vectors) {
        ui.list.AddCircle(plane.centre, static_cast<float>(vector.length()) * plane.scale, faded(vector.colour, 0.25f), 64);
        draw_way(ui, plane, vector, frequency * static_cast<double>(vector.position), radius);
        radius += 16;
        const ImVec2 before = plane.at(vector.x, vector.y), after = plane.at(vector.turned_x, vector.turned_y);
        draw_arrow(ui, plane, before, faded(vector.colour, 0.45f), 1.5f);
        draw_arrow(ui, plane, after, vector.colour, 2.5f);
        if (vector.position > 0) {
            letters.push_back(letter_place(plane, before));
            draw_letter(ui, letters.back(), faded(vector.colour, 0.7f), vector.letter);
        }
        letters.push_back(letter_place(plane, after));
        draw_letter(ui, letters.back(), vector.colour, vector.turned_letter);
    }
    name_axes(ui, square, plane, letters, scene);
}

std::string point_text(double x, double y) {
    return fmt::format("({}, {})", signed_number(x, ElementType::scalar), signed_number(y, ElementType::scalar));
}

/// "q of 3 “suis”: (+0.1, -0.2), turned by 3 · 0.1 = 0.3 rad, becomes q′ (+0.2, -0.1)".
std::string turned_words(const TurnedVector& vector, double frequency, const PlacedScene& scene) {
    const double angle = frequency * static_cast<double>(vector.position);
    return fmt::format("{} of {}: {}, rotated by {} · {:.4g} = {:.4g} rad ({:.4g}°), becomes {} {}", vector.letter,
                       scene.word(vector.position), point_text(vector.x, vector.y), vector.position, frequency, angle,
                       angle * 180 / std::numbers::pi, vector.turned_letter, point_text(vector.turned_x, vector.turned_y));
}

}  // namespace

void draw_turned_pair(Ui& ui, Column& column, const PlacedScene& scene) {
    const float top = column.y;
    const double frequency = scene.turn.frequencies[static_cast<std::size_t>(scene.pair)];
    const TurnedVector vectors[2] = {vector_of(scene, false, ui.theme.query), vector_of(scene, true, ui.theme.key)};
    column.heading(fmt::format("Pair {}", scene.pair), "a point of the query and one of the key, before and after rotation",
                   Shorten::end);
    const float side = std::min(column.width(), 320.0f);
    draw_plane(ui, rect_at(column.row(side, 12).min, side, side), scene, vectors, frequency);
    for (const TurnedVector& vector : vectors)
        column.paragraph(Font::note, vector.colour, turned_words(vector, frequency, scene), 4);
    const auto& [q, k] = vectors;
    const double product = q.turned_x * k.turned_x + q.turned_y * k.turned_y;
    const double score = scene.at(".scores", scene.query, scene.key);
    const Size apart = scene.key - scene.query;
    const std::string between = apart == 0 ? "both are at the same position, so the angle between them is unchanged"
                                           : fmt::format("rotating only k, by the angle of {} position{}, gives the same",
                                                         apart > 0 ? fmt::format("+{}", apart) : fmt::format("−{}", -apart),
                                                         std::abs(apart) == 1 ? "" : "s");
    column.gap(4);
    column.paragraph(Font::note, ui.theme.text,
                     fmt::format("This pair contributes {} · {} = {} to the sum over all {} pairs; {}.", q.turned_letter,
                                 k.turned_letter, signed_number(product, ElementType::scalar), scene.pairs, between),
                     4);
    const AttentionDescription& of = described(scene.run(), scene.place);
    const std::string divided = division_words(of);
    column.paragraph(Font::note, ui.theme.text,
                     fmt::format("The score of the two tokens, from all pairs{}{}: {}",
                                 2 * scene.pairs < of.head_width ? " and from the dimensions that do not rotate" : "",
                                 divided.empty() ? "" : ", " + divided, signed_number(score, ElementType::scalar)),
                     12);
    ui.place("positions/plane", column.since(top));
}

}  // namespace vitrine
