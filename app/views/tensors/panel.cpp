#include "app/views/tensors/panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/views/tensors/state.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"

namespace vitrine {

ShownTensor shown_tensor(const State& state, const TensorInfo& info) {
    const TensorView gradient = state.aspect == Aspect::gradient ? find_gradient(*state.run, info.path) : TensorView{};
    return {info, gradient.present() ? gradient : state.run->find(info.path), tensor_axes(state, info.path), gradient.present()};
}

std::string shape_words(const Layout& layout) {
    std::string words;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        words += fmt::format("{}{} {}", axis ? " × " : "", axis_word(layout.axes[at]), layout.shape[at]);
    }
    return words;
}

float draw_tensors_title(Ui& ui, const TensorsColumn& column, float y, const TensorsDesk& desk) {
    const ShownTensor& shown = desk.shown;
    const std::string& path = shown.info.path;
    const std::vector<std::string>& pins = desk.state.of<TensorsView>().pins;
    const bool pinned = std::ranges::count(pins, path) > 0, full = pins.size() == most_pins && !pinned;
    constexpr float pin_width = 76, height = 26;
    const ButtonFace face{.label = pinned ? "unpin" : "pin",
                          .tip = full ? "four are pinned: unpin one of them first" : "keep it below, beside others",
                          .enabled = !full};
    if (button(ui, "tensors/pin", rect_at({column.right - pin_width, y - 2}, pin_width, height), face))
        desk.commands.push_back(pinned ? Command(UnpinTensor{path}) : Command(PinTensor{path}));
    const float right = column.right - pin_width - 16;
    const Colour colour = colour_of(shown.info.role, ui.theme);
    const std::string prefix = shown.info.is_change ? "B − A of " : "";
    const std::string symbol = prefix + (shown.gradient ? "∂loss/∂" + shown.info.symbol : shown.info.symbol);
    const bool altered = alteration_of(desk.run(), path) != Alteration::none;
    const float chip_room = altered ? chip_width(ui, "altered") + 10 : 0;
    const Rect title = ui.text({column.left, y}, Font::title, colour, symbol, {.max_width = right - column.left - chip_room});
    if (altered) chip(ui, {title.max.x + 10, y - 1}, "altered", {});
    ui.text({column.left, y + 25}, Font::mono, ui.theme.text, path, {.max_width = right - column.left});
    ui.text({column.left, y + 43}, Font::note, ui.theme.dim, shape_words(shown.layout()), {.max_width = column.width()});
    return y + 68;
}

namespace {

/// Frames the cell that is pointed at in all other pictures of the same shape.
void frame_everywhere(Ui& ui, const TensorsDesk& desk) {
    if (!desk.pointed) return;
    for (const DrawnPicture& picture : desk.drawn) {
        const Layout &one = picture.cells.tensor.layout, &other = desk.pointed->layout;
        if (picture.anchor == desk.pointed->anchor || one.axes != other.axes || one.shape != other.shape) continue;
        ui.push_clip(picture.grid.inset(-3));
        frame_pointed(ui, picture.layout, picture.cells, desk.pointed->cell);
        ui.pop_clip();
    }
}

/// What there is to do while there is nothing to see.
void draw_nothing(Ui& ui, const Rect& area, const State& state) {
    const char* title = state.opening ? "Opening a model …" : "No model is open";
    const char* advice =
        "Choose one above, or drop a model's folder here: every tensor it computes can then be read here, cell by cell.";
    const float width = std::min(420.0f, area.width() - 2 * metrics::margin), left = area.centre().x - width / 2;
    ui.text({left, area.centre().y - 40}, Font::title, ui.theme.text, title, {.max_width = width});
    if (!state.opening) ui.paragraph({left, area.centre().y - 8}, Font::body, ui.theme.dim, advice, {.width = width});
}

}  // namespace

namespace {

/// The selected tensor's numbers, its gradient or one after the other: pictures and what their colours stand for.
float draw_pictures(Ui& ui, const TensorsColumn& column, float y, float height, TensorsDesk& desk) {
    const State& state = desk.state;
    const TensorView gradient = find_gradient(*state.run, desk.shown.info.path);
    const bool both = state.aspect == Aspect::both && gradient.present();
    const auto draw = [&](float top, TensorsDesk& one) {
        top = one.shown.axes.facets < 0 ? draw_tensors_picture(ui, column, top, height, one)
                                        : draw_tensors_facets(ui, column, top, height, one);
        return draw_tensors_legend(ui, column, top, one);
    };
    y = draw(y, desk);
    if (both) {
        ui.text({column.left, y}, Font::body_strong, ui.theme.text,
                desk.run().difference ? "Gradient in B less that in A" : "Gradient: how the loss changes with each number",
                {.max_width = column.width()});
        TensorsDesk slopes{state, desk.commands, {desk.shown.info, gradient, desk.shown.axes, true}, false};
        y = draw(y + 28, slopes);
        desk.drawn.insert(desk.drawn.end(), slopes.drawn.begin(), slopes.drawn.end());
        if (slopes.pointed) desk.pointed = slopes.pointed;
    } else if (state.aspect != Aspect::value && !desk.shown.gradient) {
        const std::string why = why_no_gradient(*state.run, desk.shown.info);
        y = ui.paragraph({column.left, y - 12}, Font::note, ui.theme.dim, why, {.width = column.width()}).max.y + 20;
    }
    return y;
}

}  // namespace

namespace {

/// The cell's value, its gradient, called so, or both: what the pictures show. Returns what they take up.
Rect draw_cell_numbers(Ui& ui, ImVec2 at, const TensorsDesk& desk, const Index& cell) {
    const TensorInfo& info = desk.shown.info;
    const TensorView gradient = desk.state.aspect == Aspect::value ? TensorView{} : find_gradient(desk.run(), info.path);
    Rect written{at, at};
    if (!desk.shown.gradient) written = ui.text(at, Font::mono_strong, ui.theme.accent, value_text(desk.run(), info, cell));
    if (!gradient.present()) return written;
    const float left = desk.shown.gradient ? at.x : written.max.x + 12;
    written = ui.text({left, at.y}, Font::note, ui.theme.dim, "gradient");
    return ui.text({written.max.x + 6, at.y}, Font::mono_strong, ui.theme.accent, gradient_text(gradient.at(cell)));
}

}  // namespace

float draw_tensors_cell(Ui& ui, const TensorsColumn& column, float y, const TensorsDesk& desk) {
    const auto& cell = desk.state.selection.cell;
    if (!cell) {
        ui.text({column.left, y}, Font::note, ui.theme.faint, "Point at a cell to read it, click to keep it.",
                {.max_width = column.width()});
        return y + 26;
    }
    const TensorInfo& info = desk.shown.info;
    const Rect value = draw_cell_numbers(ui, {column.left, y}, desk, *cell);
    ui.text({value.max.x + 12, y}, Font::note, ui.theme.text, cell_words(desk.run(), info, *cell),
            {.max_width = column.right - value.max.x - 12});
    return y + 26;
}

void draw_tensors(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return draw_nothing(ui, area, state);
    const TensorsColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    ui.place("tensors", area);
    float y = begin_scroll(ui, "tensors", area, state) + 16;
    const float top = y;
    TensorsDesk desk{state, commands, shown_tensor(state, *info)};
    y = draw_tensors_title(ui, column, y, desk);
    y = draw_tensors_axes(ui, column, y, desk);
    if (area.max.x >= ui.size().x) y = draw_tensors_cell(ui, column, y, desk);
    // With its legend and the numbers one picture ends above the fold of a window 800 high; several may be larger.
    constexpr float below = 270, least = 200, share_of_facets = 0.6f;
    const float left_over = std::max(least, area.height() - (y - top) - 16 - below);
    const float height = desk.shown.axes.facets < 0 ? left_over : std::max(left_over, share_of_facets * area.height());
    const float picture = y;
    y = draw_pictures(ui, column, y, height, desk);
    ui.place("tensors/picture", {{column.left, picture}, {column.right, y}});
    y = draw_tensors_pins(ui, column, y, desk);
    y = draw_tensors_numbers(ui, column, y, desk);
    y = draw_tensors_copying(ui, column, y, desk);
    frame_everywhere(ui, desk);
    if (desk.pointed) ui.note(cell_note(state, *state.run->info(desk.pointed->path), desk.pointed->cell));
    end_scroll(ui, "tensors", y + 16, commands);
}

}  // namespace vitrine
