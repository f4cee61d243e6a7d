/// Draws a line for each axis of the tensor: its use in the picture, and the shown place along it.

#include <fmt/format.h>

#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

bool runs_over_words(Axis axis) { return axis == Axis::position || axis == Axis::query || axis == Axis::key; }

/// The words of a sentence, as many as fit a remark.
std::string sentence_words(const Run& run, const TensorInfo& info, Size sentence) {
    constexpr std::size_t enough = 60;
    const bool source = info.side == Side::source;
    const IndexTensor& tokens = tokens_read(run, info.side);
    const Vocabulary& vocabulary = source ? run.model->source_vocabulary : run.model->target_vocabulary;
    if (vocabulary.empty()) return "";
    std::string words;
    Size position = 0;
    for (; position < tokens.size(1) && words.size() < enough; ++position)
        words += (position ? " " : "") + vocabulary.word(tokens.at({sentence, position}));
    return position == tokens.size(1) ? words : words + " …";
}

float name_width(const Ui& ui, const Layout& layout) {
    float width = 0;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        width = std::max(width, ui.width_of(Font::body_strong, axis_word(layout.axes[at])) + 8 +
                                    ui.width_of(Font::mono, std::to_string(layout.shape[at])));
    }
    return width;
}

void draw_name(Ui& ui, ImVec2 at, const Layout& layout, int axis) {
    const auto place = static_cast<std::size_t>(axis);
    const Rect written =
        ui.text(at, Font::body_strong, ui.theme.text, axis_word(layout.axes[place]), {.vertical = VerticalAlign::middle});
    ui.text({written.max.x + 8, at.y}, Font::mono, ui.theme.dim, std::to_string(layout.shape[place]),
            {.vertical = VerticalAlign::middle});
}

/// Draws rows | columns | facets | one. A tensor with two axes needs both for rows and columns. Returns the right edge.
float draw_uses(Ui& ui, ImVec2 corner, int axis, const TensorsScene& scene) {
    const Axis which = scene.shown.layout().axes[static_cast<std::size_t>(axis)];
    std::vector<Segment> segments;
    for (const TensorsChoice& use : axis_uses().first(scene.shown.layout().rank > 2 ? axis_uses().size() : 2))
        segments.push_back({fmt::format("tensors/{}/{}", use.name, name(which)), std::string(use.label), use.tip});
    const int selected = static_cast<int>(use_of(scene.shown.axes, axis));
    if (const auto clicked = segmented(ui, corner, segments, selected, ui.theme.dim))
        scene.commands.push_back(SetAxisUse{which, static_cast<AxisUse>(*clicked)});
    return corner.x + segmented_width(ui, segments);
}

/// Draws the slider, and its place in words.
void draw_place(Ui& ui, const Rect& line, int axis, const TensorsScene& scene) {
    const auto at = static_cast<std::size_t>(axis);
    const Layout& layout = scene.shown.layout();
    const Size place = scene.shown.axes.plane.fixed[at], count = layout.shape[at];
    const float width = std::min(140.0f, line.width() * 0.45f);
    float words = line.min.x;
    if (count > 1) {
        const SliderInput input{.name = fmt::format("tensors/at/{}", name(layout.axes[at])),
                                .place = static_cast<int>(place),
                                .count = static_cast<int>(count)};
        if (const auto moved = slider(ui, rect_at(line.min, width, line.height()), input))
            scene.commands.push_back(SetAxisPlace{layout.axes[at], *moved});
        words += width + 12;
    }
    const Rect written =
        ui.text({words, line.centre().y}, Font::note, ui.theme.text, axis_place_words(scene.run(), scene.shown, axis, place),
                {.max_width = line.max.x - words, .vertical = VerticalAlign::middle});
    if (layout.axes[at] != Axis::batch) return;
    const float left = written.max.x + 8;
    if (line.max.x - left < 60) return;
    ui.text({left, line.centre().y}, Font::note, ui.theme.dim, sentence_words(scene.run(), scene.shown.info, place),
            {.max_width = line.max.x - left, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

}  // namespace

std::string axis_place_words(const Run& run, const ShownTensor& shown, int axis, Size place) {
    const Layout& layout = shown.layout();
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    const int batch = layout.find(Axis::batch);
    const bool sentence_varies = batch >= 0 && use_of(shown.axes, batch) != AxisUse::one;
    if (runs_over_words(which) && sentence_varies) return fmt::format("{} {}", axis_word(which), place);
    Index cell = shown.axes.plane.fixed;
    cell[static_cast<std::size_t>(axis)] = place;
    return place_words(run, shown.info, cell, axis);
}

void draw_tensors_axes(Ui& ui, Column& column, const TensorsScene& scene) {
    constexpr float control = 24, between = 6, narrow = 440;
    const Layout& layout = scene.shown.layout();
    if (layout.rank < 2) return;  // there is nothing to choose
    const bool stacked = column.width() < narrow;
    const float names = column.left + name_width(ui, layout) + 20;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const Rect line = column.row(control, between);
        draw_name(ui, {line.min.x, line.centre().y}, layout, axis);
        const float uses = draw_uses(ui, {names, line.min.y}, axis, scene);
        if (use_of(scene.shown.axes, axis) != AxisUse::one) continue;
        const Rect place = stacked ? column.row(control, between) : line;
        draw_place(ui, {{stacked ? names : uses + 20, place.min.y}, place.max}, axis, scene);
    }
    column.gap(12);
}

}  // namespace vitrine
