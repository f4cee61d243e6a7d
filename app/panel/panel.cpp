#include "app/panel/panel.h"

#include <fmt/format.h>

#include "app/state/window_commands.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/changes.h"
#include "app/words/gradients.h"
#include "core/listing/cell_text.h"

namespace vitrine {

Colour colour_of(Role role, const Theme& theme) {
    switch (role) {
        case Role::query:
            return theme.query;
        case Role::key:
            return theme.key;
        case Role::value:
            return theme.value;
        case Role::attention:
            return theme.attention;
        case Role::feed_forward:
        case Role::output:
            return theme.output;
        default:
            return theme.residual;
    }
}

HeatmapCells cells_of(const Run& run, const TensorInfo& info, const Plane& plane, Aspect aspect) {
    const auto& marked = run.difference ? run.difference->changed_ids : run.written;
    const auto written = marked.find(info.path);
    const bool marks = written != marked.end() && aspect == Aspect::value;
    return {.tensor = find_tensor(run, info.path, aspect),
            .row_axis = plane.row_axis,
            .column_axis = plane.column_axis,
            .fixed = plane.fixed,
            .generation = run.generation,
            .mask = mask_of(run, info),
            .written = marks ? std::span<const Index>(written->second) : std::span<const Index>(),
            .name = info.path};
}

namespace {

HeatmapStyle::Masked masked_look(const TensorInfo& info) {
    return is_hidden_later(info) ? HeatmapStyle::Masked::later : HeatmapStyle::Masked::hidden;
}

}  // namespace

PlanePicture picture_of(const Run& run, const TensorInfo& info, const Plane& plane, const Theme& theme) {
    PlanePicture picture{.cells = cells_of(run, info, plane, Aspect::value), .style = {}};
    switch (reading_of(info, picture.cells.tensor.type)) {
        case Reading::shares:
            picture.style = weight_style(theme);
            break;
        case Reading::ids:
            picture.style = id_style(theme);
            picture.style.high = static_cast<float>(limit_of(run, info));
            break;
        default:
            picture.style = value_style(theme, static_cast<float>(limit_of(run, info)));
    }
    picture.style.masked = masked_look(info);
    return picture;
}

PlanePicture gradient_picture_of(const Run& run, const TensorInfo& info, const Plane& plane, const Theme& theme) {
    PlanePicture picture{.cells = cells_of(run, info, plane, Aspect::gradient),
                         .style = gradient_style(theme, static_cast<float>(limit_of(run, info, Aspect::gradient)))};
    picture.style.masked = masked_look(info);
    return picture;
}

std::string axis_title(const Run& run, const TensorInfo& info, int axis, const char* arrow) {
    const Layout layout = run.find(info.path).layout;
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    const Side side = which == Axis::key ? info.key_side : which == Axis::query || which == Axis::position ? info.side : Side::none;
    std::string title = axis_word(which);
    if (which == Axis::query) title = "asks: query";
    if (which == Axis::key && layout.find(Axis::query) >= 0) title = "answers: key";
    if (side != Side::none && layout.find(Axis::batch) >= 0) title += " (" + std::string(name(side)) + ")";
    return title + " " + arrow;
}

std::string loss_words(const Run& run) {
    const TensorView loss = run.trace.find("loss");
    if (!loss.present()) return "";
    return run.difference ? signed_number(loss.at({0}), loss.type) : plain_number(loss.at({0}));
}

std::string value_text(const Run& run, const TensorInfo& info, const Index& cell) {
    const TensorView tensor = run.find(info.path);
    if (info.is_change) return change_text(run, info, cell);
    const double value = tensor.at(cell);
    if (tensor.type != ElementType::scalar) {
        const std::string number = cell_number(value, tensor.type, 0);
        if (tensor.type == ElementType::mask) return number;
        const auto& words = token_words(run, info);
        return value < static_cast<double>(words.size()) ? number + " “" + words[static_cast<std::size_t>(value)] + "”" : number;
    }
    return reading_of(info, tensor.type) == Reading::shares ? plain_number(value) : signed_number(value, tensor.type);
}

bool lacks_gradient(const State& state, const TensorInfo& info) {
    return state.aspect == Aspect::gradient && !find_gradient(*state.run, info.path).present();
}

namespace {

/// Of a cell of a difference: what it is in both runs.
std::vector<std::string> change_note(const State& state, const TensorInfo& info, const Index& cell) {
    const Run& run = *state.run;
    const RunDifference& difference = *run.difference;
    const TensorView tensor = run.find(info.path), gradient = find_gradient(run, info.path);
    std::vector<std::string> lines{"B − A of " + info.symbol + "  " + value_text(run, info, cell), cell_words(run, info, cell),
                                   info.path + index_text(tensor.layout, cell)};
    const TensorChange* change = difference.find(info.path);
    if (change && change->fit == Fit::same_shape) {
        lines.push_back("A  " + value_text(*difference.a, *difference.a->info(info.path), cell));
        lines.push_back("B  " + value_text(*difference.b, *difference.b->info(info.path), cell));
    } else if (change) {
        lines.push_back("not to be compared: " + fit_words(*change));
    }
    if (state.aspect != Aspect::value && gradient.present())
        lines.push_back("gradient in B less that in A  " + gradient_text(gradient.at(cell)));
    return lines;
}

}  // namespace

std::vector<std::string> cell_note(const State& state, const TensorInfo& info, const Index& cell) {
    if (info.is_change) return change_note(state, info, cell);
    const Run& run = *state.run;
    const TensorView tensor = run.find(info.path), gradient = find_gradient(run, info.path);
    std::vector<std::string> lines{info.symbol + "  " + value_text(run, info, cell), cell_words(run, info, cell),
                                   info.path + index_text(tensor.layout, cell)};
    if (state.aspect != Aspect::value && gradient.present()) {
        const double slope = gradient.at(cell);
        lines.push_back("gradient  " + gradient_text(slope));
        lines.push_back(gradient_words(slope));
    }
    if (is_changed(run, info.path, cell)) {
        lines.push_back("was " + value_text(*run.untouched, info, cell));
        lines.push_back("changed because " + alterations_summary(run));
    }
    const auto mask = mask_of(run, info);
    Index everyone = cell;
    everyone[1] = 0;  // a mask has one head for all
    if (mask && mask->at(everyone) == 0) lines.push_back(is_hidden_later(info) ? "hidden in the next step" : "hidden by the mask");
    return lines;
}

float begin_scroll(Ui& ui, const std::string& name, const Rect& view, const State& state) {
    const auto offset = state.scroll.find(name);
    return ui.begin_scroll(name, view, offset == state.scroll.end() ? 0.0f : offset->second);
}

void end_scroll(Ui& ui, const std::string& name, float bottom, Commands& commands) {
    if (const auto offset = ui.end_scroll(bottom)) commands.push_back(SetScroll{name, *offset});
}

Column begin_column(Ui& ui, const std::string& name, const Rect& panel, const State& state, float margin, float above) {
    Column column = column_in(ui, panel, margin, 0);
    column.y = begin_scroll(ui, name, panel, state) + above;
    return column;
}

void end_column(const Column& column, const std::string& name, Commands& commands, float below) {
    end_scroll(column.ui, name, column.y + below, commands);
}

}  // namespace vitrine
