#include <algorithm>

#include <fmt/format.h>

#include "app/panel/aspect_choice.h"
#include "app/state/selection_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/views/tensors/view.h"
#include "app/widgets/controls.h"
#include "app/words/alterations.h"
#include "app/words/gradients.h"

namespace vitrine {

ShownTensor shown_tensor(const State& state, const TensorInfo& info) {
    const Aspect chosen = shown_aspect(state, info), aspect = chosen == Aspect::both ? Aspect::value : chosen;
    const TensorView numbers = find_tensor(*state.run, info.path, aspect);
    return in_aspect(state, {info, numbers, tensor_axes(state, info.path), aspect}, numbers, aspect);
}

void draw_tensors_title(Ui& ui, Column& column, const TensorsScene& scene) {
    const ShownTensor& shown = scene.shown;
    const std::string& path = shown.info.path;
    const std::vector<std::string>& pins = scene.state.of<TensorsView>().pins;
    const bool pinned = std::ranges::count(pins, path) > 0, full = pins.size() == most_pins && !pinned;
    constexpr float pin_width = 76;
    const ButtonFace face{.label = pinned ? "unpin" : "pin",
                          .tip = full ? "four are pinned: unpin one of them first" : "keep it at the bottom, beside others",
                          .enabled = !full};
    if (button(ui, "tensors/pin", rect_at({column.right - pin_width, column.y - 2}, pin_width, 26), face))
        scene.commands.push_back(pinned ? Command(UnpinTensor{path}) : Command(PinTensor{path}));
    Column names{ui, column.left, column.right - pin_width - 16, column.y};
    const Colour colour = colour_of(shown.alone ? shown.alone->role : shown.info.role, ui.theme);
    const std::string prefix = shown.info.is_change ? "B − A of " : "";
    const std::string symbol = prefix + name_of_numbers(shown.aspect, shown.alone ? shown.alone->symbol : shown.info.symbol);
    const bool altered = alteration_of(scene.run(), path) != Alteration::none;
    const float chip_room = altered ? chip_width(ui, "altered") + 10 : 0;
    const Rect title = ui.text(names.corner(), Font::title, colour, symbol, {.max_width = names.width() - chip_room});
    if (altered) chip(ui, {title.max.x + 10, names.y - 1}, "altered", {});
    names.gap(25);
    const Rect written = names.line(18, Font::mono, ui.theme.text, path);
    if (ui.place("tensors/path", written).hovered) ui.note({path, counting_words}, written);
    column.y = names.y;
    std::string axes = axes_words(scene.run(), shown.layout());
    if (shown.alone) {
        axes +=
            fmt::format(", outputs {} to {} of this parameter", shown.alone->first, shown.alone->first + shown.alone->count - 1);
    }
    column.line(25, Font::note, ui.theme.dim, axes);
}

namespace {

/// Frames the hovered cell in all other pictures of the same shape.
void frame_everywhere(Ui& ui, const TensorsScene& scene) {
    if (!scene.pointed) return;
    for (const DrawnPicture& picture : scene.drawn) {
        const Layout &one = picture.cells.tensor.layout, &other = scene.pointed->layout;
        if (picture.anchor == scene.pointed->anchor || one.axes != other.axes || one.shape != other.shape) continue;
        ui.push_clip(picture.grid.inset(-3));
        frame_pointed(ui, picture.layout, picture.cells, scene.pointed->cell);
        ui.pop_clip();
    }
}

/// Draws what can be done while there is nothing to show.
void draw_nothing(Ui& ui, const Rect& area, const State& state) {
    const char* advice =
        "Choose a model above, or drop a model's folder here. This view then shows every tensor it computes, cell by cell.";
    const float half = std::min(420.0f, area.width() - 2 * metrics::margin) / 2;
    Column column{ui, area.centre().x - half, area.centre().x + half, area.centre().y - 40};
    column.line(32, Font::title, ui.theme.text, state.opening ? "Opening a model …" : "No model is open");
    if (!state.opening) column.paragraph(Font::body, ui.theme.dim, advice);
}

}  // namespace

namespace {

/// Draws pictures of the selected tensor's numbers, of its gradient, or of both, with their legends.
void draw_pictures(Ui& ui, Column& column, float height, TensorsScene& scene) {
    const State& state = scene.state;
    const TensorView gradient = find_gradient(*state.run, scene.shown.info.path);
    const bool both = state.aspect == Aspect::both && gradient.present();
    const auto draw = [&](TensorsScene& one) {
        one.shown.axes.facets < 0 ? draw_tensors_picture(ui, column, height, one) : draw_tensors_facets(ui, column, height, one);
        draw_tensors_legend(ui, column, one);
    };
    if (shows_values_instead(state, scene.shown.info))
        column.paragraph(Font::note, ui.theme.dim, values_instead_words(*state.run, scene.shown.info), 12);
    draw(scene);
    if (both) {
        column.line(28, Font::body_strong, ui.theme.text, caption_of_numbers(scene.run(), Aspect::gradient));
        TensorsScene slopes{state, scene.commands, in_aspect(state, scene.shown, gradient, Aspect::gradient), false};
        draw(slopes);
        scene.drawn.insert(scene.drawn.end(), slopes.drawn.begin(), slopes.drawn.end());
        if (slopes.pointed) scene.pointed = slopes.pointed;
    } else if (state.aspect == Aspect::both && !shows_values_instead(state, scene.shown.info)) {
        column.gap(-12);
        column.paragraph(Font::note, ui.theme.dim, why_no_gradient(*state.run, scene.shown.info), 20);
    }
}

}  // namespace

namespace {

/// Draws the cell's numbers in the chosen aspect, like the pictures. All numbers except values are labelled. Returns the used
/// area.
Rect draw_cell_numbers(Ui& ui, ImVec2 at, const TensorsScene& scene, const Index& cell) {
    const TensorInfo& info = scene.shown.info;
    Rect written{at, at};
    const auto write = [&](Aspect aspect) {
        written =
            ui.text({written.max.x + (aspect == scene.shown.aspect ? 0 : 12), at.y}, Font::note, ui.theme.dim, word_of(aspect));
        written =
            ui.text({written.max.x + 6, at.y}, Font::mono_strong, ui.theme.accent, number_text(scene.run(), info, cell, aspect));
    };
    if (!shows_values(scene.shown.aspect)) {
        write(scene.shown.aspect);
        return written;
    }
    written = ui.text(at, Font::mono_strong, ui.theme.accent, value_text(scene.run(), info, cell));
    if (scene.state.aspect == Aspect::both && find_gradient(scene.run(), info.path).present()) write(Aspect::gradient);
    return written;
}

}  // namespace

void draw_tensors_cell(Ui& ui, Column& column, const TensorsScene& scene) {
    const auto& cell = scene.state.selection.cell;
    const Rect line = column.row(26);
    if (!cell) {
        ui.text(line.min, Font::note, ui.theme.faint, "Point at a cell to read it, click to keep it.", {.max_width = line.width()});
        return;
    }
    if (awaits_gradient(scene.state, scene.shown.info)) return;
    const Rect value = draw_cell_numbers(ui, line.min, scene, *cell);
    ui.text({value.max.x + 12, line.min.y}, Font::note, ui.theme.text, cell_words(scene.run(), scene.shown.info, *cell),
            {.max_width = line.max.x - value.max.x - 12});
}

void draw_tensors(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return draw_nothing(ui, area, state);
    ui.place("tensors", area);
    Column column = begin_column(ui, "tensors", area, state);
    const float top = column.y;
    TensorsScene scene{state, commands, shown_tensor(state, *info)};
    draw_tensors_title(ui, column, scene);
    draw_aspect_title(ui, column, "tensors/numbers-shown", *state.run, shown_aspect(state, *info));
    draw_tensors_axes(ui, column, scene);
    draw_tensors_projections(ui, column, scene);
    if (area.max.x >= ui.size().x) draw_tensors_cell(ui, column, scene);
    // With its legend and the numbers, one picture ends above the lower edge of a window 800 high. Several may be larger.
    constexpr float below = 270, least = 200, share_of_facets = 0.6f;
    const float left_over = std::max(least, area.height() - (column.y - top) - 16 - below);
    const float height = scene.shown.axes.facets < 0 ? left_over : std::max(left_over, share_of_facets * area.height());
    const bool shows_numbers = !awaits_gradient(state, *info);
    const float picture = column.y;
    if (shows_numbers) {
        draw_pictures(ui, column, height, scene);
    } else {
        column.paragraph(Font::body, ui.theme.dim, why_no_gradient(*state.run, *info), 20);
    }
    ui.place("tensors/picture", column.since(picture));
    draw_tensors_pins(ui, column, scene);
    if (shows_numbers) {
        draw_tensors_numbers(ui, column, scene);
        draw_tensors_copying(ui, column, scene);
    }
    frame_everywhere(ui, scene);
    if (scene.pointed) ui.note(cell_note(state, *state.run->info(scene.pointed->path), scene.pointed->whole));
    end_column(column, "tensors", commands, 16);
}

}  // namespace vitrine
