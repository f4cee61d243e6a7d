/// Draws pinned tensors side by side.

#include <algorithm>

#include "app/state/selection_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/legend.h"
#include "app/words/gradients.h"

namespace vitrine {

namespace {

constexpr float card_padding = 12, cross = 22, card_gap = 12;

/// The name of the numbers shown: "∂loss/∂Q", or "Q: values" if gradients were chosen and the tensor has none.
std::string name_of_pin(const TensorsScene& scene, const TensorInfo& info) {
    if (shows_values_instead(scene.state, info)) return info.symbol + ": values";
    const Aspect aspect = shown_aspect(scene.state, info);
    return name_of_numbers(aspect == Aspect::both ? Aspect::value : aspect, info.symbol);
}

/// Draws the name, which selects the tensor, and the cross, which unpins it. Returns where the picture begins.
float draw_heading(Ui& ui, const Rect& card, std::size_t pin, const std::string& path, TensorsScene& scene) {
    const TensorInfo* info = scene.run().info(path);
    const std::string number = std::to_string(pin);
    const Rect name{{card.min.x + card_padding, card.min.y + 8}, {card.max.x - cross - card_padding, card.min.y + 42}};
    const Interaction does = info ? ui.control("tensors/pinned/" + number, name) : ui.place("tensors/pinned/" + number, name);
    const Colour colour = info ? colour_of(info->role, ui.theme) : ui.theme.faint;
    ui.text(name.min, Font::body_strong, colour, info ? name_of_pin(scene, *info) : "not in this model",
            {.max_width = name.width()});
    ui.text({name.min.x, name.min.y + 18}, Font::mono_small, does.hovered && info ? ui.theme.text : ui.theme.dim, path,
            {.max_width = name.width()});
    if (does.hovered) ui.note({path, info ? "click to show it enlarged" : "the open model has no tensor of this name"});
    if (does.clicked && info) scene.commands.insert(scene.commands.end(), {SelectTensor{path}, FollowChosen{}});
    const Rect away = rect_at({card.max.x - cross - 6, card.min.y + 6}, cross, cross);
    if (button(ui, "tensors/unpin/" + number, away, {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "unpin"}))
        scene.commands.push_back(UnpinTensor{path});
    return name.max.y - 8;  // the cells have labels above them, but no titles
}

void draw_pin(Ui& ui, const Rect& card, std::size_t pin, TensorsScene& scene) {
    const std::string& path = scene.state.of<TensorsView>().pins[pin];
    ui.fill(card, ui.theme.panel, metrics::card_radius);
    ui.frame(card, path == scene.shown.info.path ? ui.theme.dim : ui.theme.line, metrics::card_radius);
    const float top = draw_heading(ui, card, pin, path, scene);
    const TensorInfo* info = scene.run().info(path);
    if (!info || !scene.run().find(path).present()) return;
    if (awaits_gradient(scene.state, *info)) {
        const Rect room = card.inset(card_padding);
        ui.paragraph({room.min.x, top + 12}, Font::note, ui.theme.dim, why_no_gradient(scene.run(), *info),
                     {.width = room.width()});
        return;
    }
    const ShownTensor shown = shown_tensor(scene.state, *info);
    const PlanePicture picture = tensors_picture(scene.state, shown, shown.axes.plane, ui.theme);
    TensorViewInput input = tensors_input(scene.state, shown, picture, ui.theme);
    input.name = "tensors/pin/" + std::to_string(pin);
    input.row_title.clear();  // there is no room for titles; the hovered cell's place is named instead
    input.column_title.clear();
    const Rect area{{card.min.x + card_padding, top}, {card.max.x - card_padding, card.max.y - legend_height - card_padding - 8}};
    draw_tensors_plane(ui, area, input, shown, scene);
    if (has_range(shown))
        legend(ui, rect_at({area.min.x, card.max.y - legend_height - card_padding + 2}, area.width(), legend_height),
               picture.style);
}

/// The height of the cells in a pinned picture, within limits, for a card of this width.
float cells_height(const State& state, const std::string& path, float width) {
    constexpr float labels = 64, least_row = 14, least = 44, most = 186, largest_cell = 60;
    const TensorInfo* info = state.run->info(path);
    if (!info || !state.run->find(path).present()) return least;
    const ShownTensor shown = shown_tensor(state, *info);
    const HeatmapCells cells{
        .tensor = shown.numbers, .row_axis = shown.axes.plane.row_axis, .column_axis = shown.axes.plane.column_axis};
    const float cell = std::min((width - 2 * card_padding - labels) / static_cast<float>(cells.columns()), largest_cell);
    return std::clamp(std::max(cell, least_row) * static_cast<float>(cells.rows()), least, most);
}

}  // namespace

void draw_tensors_pins(Ui& ui, Column& column, TensorsScene& scene) {
    const std::vector<std::string>& pins = scene.state.of<TensorsView>().pins;
    if (pins.empty()) return;
    constexpr float narrowest = 200, widest = 360, besides_cells = 118;
    column.title("PINNED", "the same cell is framed in all tensors of the same shape");
    const int most = std::max(1, static_cast<int>((column.width() + card_gap) / (narrowest + card_gap)));
    const int across = std::min(most, static_cast<int>(pins.size()));
    const float width = std::min(widest, (column.width() + card_gap) / static_cast<float>(across) - card_gap);
    float height = 0;
    for (const std::string& path : pins) height = std::max(height, besides_cells + cells_height(scene.state, path, width));
    for (std::size_t pin = 0; pin < pins.size(); ++pin) {
        const auto place = static_cast<int>(pin);
        const ImVec2 corner{column.left + static_cast<float>(place % across) * (width + card_gap),
                            column.y + static_cast<float>(place / across) * (height + card_gap)};
        draw_pin(ui, rect_at(corner, width, height), pin, scene);
    }
    const int down = (static_cast<int>(pins.size()) + across - 1) / across;
    column.gap(static_cast<float>(down) * (height + card_gap) + 8);
}

}  // namespace vitrine
