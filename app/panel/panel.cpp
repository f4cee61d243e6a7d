#include "app/panel/panel.h"

#include <fmt/format.h>

#include "app/state/window_commands.h"
#include "app/widgets/chart/axis.h"
#include "app/widgets/legend.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/changes.h"
#include "app/words/gradients.h"
#include "app/words/next_word.h"
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
    const bool marks = written != marked.end() && shows_values(aspect);
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

namespace {

/// The colour scale of weights and probabilities. If numbers set by hand are not possible shares, because they add up to more
/// than 1 or are below 0, that of other numbers.
HeatmapStyle share_style(const Run& run, const TensorInfo& info, const TensorView& tensor, const Theme& theme,
                         ShareColours colours) {
    if (tensor.type == ElementType::mask) return weight_style(theme);
    const bool to_largest = reach_to_largest(tensor.layout, colours);
    if (!to_largest && run.alterations.empty()) return weight_style(theme);
    constexpr double rounding = 1e-4;
    const Statistics& numbers = run.statistics_of(info.path).of(info.path);
    if (numbers.minimum < 0 || numbers.maximum > 1 + rounding) return value_style(theme, static_cast<float>(limit_of(run, info)));
    return weight_style(theme, 0,
                        to_largest && numbers.maximum > 0 ? static_cast<float>(range_from_zero(numbers.maximum).high) : 1);
}

HeatmapStyle style_of(const Run& run, const TensorInfo& info, const TensorView& tensor, const Theme& theme, ShareColours colours) {
    const Reading reading = reading_of(info, tensor.type);
    if (reading == Reading::shares) return share_style(run, info, tensor, theme, colours);
    const auto limit = static_cast<float>(limit_of(run, info));
    if (reading == Reading::ids) {
        HeatmapStyle style = id_style(theme);
        style.high = limit;
        return style;
    }
    const bool amounts = reading == Reading::amounts && run.statistics_of(info.path).of(info.path).minimum >= 0;
    return amounts ? amount_style(theme, limit) : value_style(theme, limit);
}

}  // namespace

PlanePicture picture_of(const Run& run, const TensorInfo& info, const Plane& plane, const Theme& theme, ShareColours shares,
                        Aspect aspect) {
    PlanePicture picture{.cells = cells_of(run, info, plane, aspect), .style = {}};
    if (!shows_values(aspect)) {
        const auto limit = static_cast<float>(limit_of(run, info, aspect));
        picture.style = aspect == Aspect::gradient ? gradient_style(theme, limit) : product_style(theme, limit);
        picture.style.masked = masked_look(info);
        return picture;
    }
    const ElementType type = picture.cells.tensor.type;
    picture.style = style_of(run, info, picture.cells.tensor, theme, shares);
    picture.share_colours = reading_of(info, type) == Reading::shares && type == ElementType::scalar &&
                            picture.style.scale == HeatmapStyle::Scale::sequential;
    picture.style.masked = masked_look(info);
    return picture;
}

void legend_of(Ui& ui, Column& column, float widest, const std::string& name, const PlanePicture& picture, const State& state,
               Commands& commands) {
    const Rect area = legend(ui, column, widest, picture.style);
    if (!picture.share_colours) return;
    const bool to_largest = reach_to_largest(picture.cells.tensor.layout, state.share_colours);
    const Interaction does = ui.control(name, area);
    if (does.hovered)
        ui.note({to_largest ? "Colours go up to the largest value of this tensor, rounded up." : "Colours go from 0 to 1.",
                 to_largest ? "Click for colours from 0 to 1." : "Click for colours up to the largest value."},
                area);
    if (does.clicked) commands.push_back(SetShareColours{to_largest ? ShareColours::to_one : ShareColours::to_largest});
}

std::vector<CellBand> bands_along(const Run& run, const TensorInfo& info, int axis, const Theme& theme) {
    std::vector<CellBand> bands;
    if (axis < 0 || run.find(info.path).layout.axes[static_cast<std::size_t>(axis)] != Axis::output) return bands;
    for (const StackedProjection& part : projections_in(run, info)) {
        bands.push_back({static_cast<int>(part.first), static_cast<int>(part.count), part.symbol, colour_of(part.role, theme)});
    }
    return bands;
}

std::string axis_title(const Run& run, const TensorInfo& info, int axis, const char* arrow) {
    const Layout layout = run.find(info.path).layout;
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    const Side side = which == Axis::key ? info.key_side : which == Axis::query || which == Axis::position ? info.side : Side::none;
    std::string title = axis_word(info, which);
    if (which == Axis::query) title = "query";
    if (which == Axis::key && layout.find(Axis::query) >= 0) title = "key";
    if (side != Side::none && layout.find(Axis::batch) >= 0 && run.has_both_stacks()) title += " (" + std::string(name(side)) + ")";
    return title + " " + arrow;
}

std::string loss_words(const Run& run) {
    const TensorView loss = run.trace.find("loss");
    if (!loss.present() || was_not_recorded(run, *run.info("loss"))) return "";
    return run.difference ? signed_number(loss.at({0}), loss.type) : plain_number(loss.at({0}));
}

std::string statistic_text(const Statistics& all, double value) { return all.finite > 0 ? plain_number(value) : "none"; }

std::string value_text(const Run& run, const TensorInfo& info, const Index& cell) {
    const TensorView tensor = run.find(info.path);
    if (info.is_change) return change_text(run, info, cell);
    const double value = tensor.at(cell);
    if (tensor.type != ElementType::scalar) {
        const std::string number = cell_number(value, tensor.type, 0);
        if (tensor.type == ElementType::mask) return number;
        if (value < 0) return number + " (none)";
        const auto& words = token_words(run, info);
        const bool has_word = value >= 0 && value < static_cast<double>(words.size());
        return has_word ? number + " “" + words[static_cast<std::size_t>(value)] + "”" : number;
    }
    return is_plain(info, tensor.type) ? plain_number(value) : signed_number(value, tensor.type);
}

bool lacks_gradient(const State& state, const TensorInfo& info) {
    return !shows_values(state.aspect) && !find_gradient(*state.run, info.path).present();
}

Aspect shown_aspect(const State& state, const TensorInfo& info) { return aspect_of(*state.run, info.path, state.aspect); }

bool shows_values_instead(const State& state, const TensorInfo& info) {
    return state.aspect != Aspect::value && shown_aspect(state, info) == Aspect::value;
}

bool awaits_gradient(const State& state, const TensorInfo& info) {
    return !shows_values(shown_aspect(state, info)) && !find_gradient(*state.run, info.path).present();
}

std::string picture_anchor(const std::string& path, Aspect aspect) {
    return (shows_values(aspect) ? "tensor/" : aspect == Aspect::gradient ? "gradient/" : "product/") + path;
}

std::string number_text(const Run& run, const TensorInfo& info, const Index& cell, Aspect aspect) {
    if (shows_values(aspect)) return value_text(run, info, cell);
    return gradient_text(find_tensor(run, info.path, aspect).at(cell));
}

namespace {

/// The values of a difference's cell in both runs.
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
        lines.push_back("gradient in B minus gradient in A  " + gradient_text(gradient.at(cell)));
    if (state.aspect == Aspect::product && gradient.present())
        lines.push_back("value × gradient in B minus that in A  " + number_text(run, info, cell, Aspect::product));
    return lines;
}

}  // namespace

const char* hidden_words(const Run& run, const TensorInfo& info) {
    if (!is_hidden_later(info)) return "hidden by the mask";
    return run.regime.design.mask_after_softmax ? "hidden after the softmax" : "hidden in the next step";
}

std::vector<std::string> cell_note(const State& state, const TensorInfo& info, const Index& cell) {
    if (info.is_change) return change_note(state, info, cell);
    const Run& run = *state.run;
    const TensorView tensor = run.find(info.path), gradient = find_gradient(run, info.path);
    const std::string value = value_text(run, info, cell);
    const std::string place = cell_words(run, info, cell), path = info.path + index_text(tensor.layout, cell);
    std::vector<std::string> lines;
    if (state.aspect == Aspect::value || !gradient.present()) {
        lines = {info.symbol + "  " + value, place, path};
    } else {
        // What is shown comes first.
        const std::string slope = gradient_text(gradient.at(cell)), words = gradient_words(gradient.at(cell));
        if (state.aspect == Aspect::product) {
            const double product = find_tensor(run, info.path, Aspect::product).at(cell);
            lines = {info.symbol + " × gradient  " + gradient_text(product),
                     place,
                     path,
                     slope_words(Aspect::product, product),
                     "value  " + value,
                     "gradient  " + slope};
        } else if (state.aspect == Aspect::gradient) {
            lines = {"gradient of " + info.symbol + "  " + slope, place, path, words, "value  " + value};
        } else {
            lines = {info.symbol + "  " + value, place, path, "gradient  " + slope, words};
        }
    }
    if (std::string next = next_of_cell(run, info, cell); !next.empty()) lines.insert(lines.begin() + 2, std::move(next));
    if (is_changed(run, info.path, cell)) {
        lines.push_back("was " + value_text(*run.untouched, info, cell));
        lines.push_back("changed because " + alterations_summary(run));
    }
    const auto mask = mask_of(run, info);
    Index everyone = cell;
    everyone[1] = 0;  // a mask has a single head for all
    if (mask && mask->at(everyone) == 0) lines.emplace_back(hidden_words(run, info));
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
