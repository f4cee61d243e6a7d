/// Tables with the layout of the map's blocks: the only place that determines where a tensor is within its block.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/views/map/layout_blocks.h"

namespace vitrine {

namespace {

using namespace map_metrics;

/// The columns of an attention block, from left to right. Q is to the left of the scores and Kᵀ below them, as in multiplication
/// on paper. Some models normalise and turn Q and K before that, cap the scores, and add a bias to them before they are masked.
struct Columns {
    double inputs, projections, normed, turned, scores, capped, biased, masked, weights, merged;
    double cell_width, title;
};

/// The steps that only some attentions have, each with a column of its own.
struct FurtherSteps {
    bool norm, turn, cap, bias;
};

/// The columns between inputs and the merged heads, evenly spread.
Columns columns_with(const FurtherSteps& steps) {
    const bool has[] = {true, steps.norm, steps.turn, true, steps.cap, steps.bias, true, true};
    constexpr double Columns::*const between[] = {&Columns::projections, &Columns::normed, &Columns::turned, &Columns::scores,
                                                  &Columns::capped,      &Columns::biased, &Columns::masked, &Columns::weights};
    const auto further = std::ranges::count(has, true) - 4;
    const double first = further == 0 ? 206 : further == 1 ? 170 : 150, last = further == 0 ? 674 : 672;
    const double apart = (last - first) / static_cast<double>(further + 3);
    Columns columns{};
    columns.inputs = further == 0 ? 52 : 46, columns.merged = 788;
    columns.cell_width = std::round(apart * 0.575), columns.title = apart - 9;
    double x = first;
    for (std::size_t i = 0; i < std::size(has); ++i) {
        if (!has[i]) continue;
        columns.*between[i] = std::round(x);
        x += apart;
    }
    return columns;
}

constexpr double upper = 86, middle = 238, lower = 384;
constexpr double upper_height = 96, middle_height = 84, lower_height = 92;
constexpr double above = 34, label_room = 48;

constexpr double before_projections = 80;

double input_width(const Columns& columns) { return columns.projections - columns.inputs - before_projections; }

/// The class of a tensor's cell size; 0 is for scores, weights and masks, whose cells are always of equal size.
enum Group { alike, keys_and_values, of_query, of_key_transposed, joined, dropped, statistics, first_input };

enum class Row : std::uint8_t { high, central, low };

/// The place of a tensor in an attention. A width of 0 stands for that of the column. Statistics stand before the column: their
/// shift is a share of the gap there.
struct Spot {
    std::string_view name;
    double Columns::*column;
    Row row;
    int group;
    bool row_labels = false;  ///< as wide as the column to the left allows
    double shift = 0, width = 0, title = 0;
};

constexpr Spot attention_table[] = {
    {"query", &Columns::projections, Row::high, of_query, true},
    {"key", &Columns::projections, Row::central, keys_and_values, true},
    {"value", &Columns::projections, Row::low, keys_and_values, true},
    {"query_norm", &Columns::normed, Row::high, of_query, true},
    {"key_norm", &Columns::normed, Row::central, keys_and_values, true},
    {"query_norm.mean", &Columns::normed, Row::high, statistics, false, -0.75, 6, 6},
    {"query_norm.deviation", &Columns::normed, Row::high, statistics, false, -0.4, 6, 6},
    {"query_norm.root_mean_square", &Columns::normed, Row::high, statistics, false, -0.58, 6, 6},
    {"key_norm.mean", &Columns::normed, Row::central, statistics, false, -0.75, 6, 6},
    {"key_norm.deviation", &Columns::normed, Row::central, statistics, false, -0.4, 6, 6},
    {"key_norm.root_mean_square", &Columns::normed, Row::central, statistics, false, -0.58, 6, 6},
    {"key_norm_transposed", &Columns::scores, Row::central, of_key_transposed},
    {"rotated_query", &Columns::turned, Row::high, of_query, true},
    {"rotated_key", &Columns::turned, Row::central, keys_and_values, true},
    {"key_transposed", &Columns::scores, Row::central, of_key_transposed},
    {"rotated_key_transposed", &Columns::scores, Row::central, of_key_transposed},
    {"scores", &Columns::scores, Row::high, alike, true},
    {"scores_capped", &Columns::capped, Row::high, alike, true},
    {"position_bias", &Columns::biased, Row::central, alike, true},
    {"biased_scores", &Columns::biased, Row::high, alike, true},
    {"mask", &Columns::masked, Row::central, alike, true},
    {"masked_scores", &Columns::masked, Row::high, alike, true},
    {"unmasked_weights", &Columns::masked, Row::high, alike, true},
    {"weights", &Columns::weights, Row::high, alike, true},
    {"weights_dropout_mask", &Columns::weights, Row::central, dropped, false, -14, 42, 46},
    {"dropped_weights", &Columns::weights, Row::central, dropped, false, 36, 62, 68},
    {"context", &Columns::weights, Row::low, keys_and_values, true, 0, 0, 110},
    {"merged", &Columns::merged, Row::low, joined, false, 0, 64, 94},
    {"output", &Columns::merged, Row::central, joined, false, 0, 64, 94},
    {"output_dropout_mask", &Columns::merged, Row::high, joined, false, -12, 28, 34},
    {"dropped_output", &Columns::merged, Row::high, joined, false, 26, 34, 40},
};

/// The free width between the cells of a column and those of the column to its left.
double gap_before(double Columns::*column, const Columns& columns) {
    if (column == &Columns::projections) return before_projections;
    double left = 0;
    for (const auto other : {&Columns::projections, &Columns::normed, &Columns::turned, &Columns::scores, &Columns::capped,
                             &Columns::biased, &Columns::masked, &Columns::weights})
        if (columns.*other < columns.*column) left = std::max(left, columns.*other);
    return columns.*column - left - columns.cell_width;
}

TensorRoom room_of(const Spot& spot, const Columns& columns) {
    static constexpr double tops[] = {upper, middle, lower}, heights[] = {upper_height, middle_height, lower_height};
    const auto row = static_cast<std::size_t>(spot.row);
    const double shift = spot.group == statistics ? spot.shift * gap_before(spot.column, columns) : spot.shift;
    return {.x = columns.*spot.column + shift,
            .y = tops[row],
            .width = spot.width > 0 ? spot.width : columns.cell_width,
            .height = heights[row],
            .above = above,
            .title = spot.title > 0 ? spot.title : columns.title,
            .beside = spot.row_labels ? gap_before(spot.column, columns) : 0,
            .group = spot.group};
}

/// The name of a tensor within its attention: "query", "query_norm.mean".
std::string_view name_in_attention(std::string_view path) {
    for (const std::string_view part : {".query_norm.", ".key_norm."}) {
        if (const auto found = path.find(part); found != std::string_view::npos) return path.substr(found + 1);
    }
    return path.substr(path.rfind('.') + 1);
}

Columns columns_of(const MapBlock& placed) {
    const auto has = [&](std::string_view name) {
        return std::ranges::any_of(placed.tensors, [&](const MapTensor& t) { return !t.is_input && last_name(t.path) == name; });
    };
    return columns_with({has("query_norm"), has("rotated_query"), has("scores_capped"), has("biased_scores")});
}

/// The room for an input. A single one, x, is in the middle. In cross-attention, queries come from x, keys and values from the
/// memory. In an attention alone, each has its own input.
TensorRoom attention_input(std::size_t place, std::size_t count, const Columns& columns) {
    const double width = input_width(columns);
    TensorRoom room{
        .x = columns.inputs, .y = upper, .width = width, .height = upper_height, .above = above, .title = width + 24, .beside = 38};
    room.group = static_cast<int>(first_input + place);
    if (count == 1) room.y = middle - 12, room.height = 100;
    if (count == 3 && place == 1) {
        room.y = middle, room.height = middle_height;
        return room;
    }
    if (place > 0) room.y = lower, room.height = lower_height;
    return room;
}

/// A tensor's share of a row's width, relative to the others.
double share_of(const Layout& layout, ElementType type) {
    if (type == ElementType::index) return 0.6;
    const PlaneSize size = size_of(layout, map_plane(layout, 0, 0));
    if (size.columns == 1) return 0.25;
    const Axis across = layout.axes[static_cast<std::size_t>(layout.rank - 1)];
    return across == Axis::hidden || across == Axis::vocabulary ? 1.8 : 1;
}

}  // namespace

std::vector<TensorRoom> attention_rooms(const MapBlock& placed) {
    std::size_t input_count = 0;
    for (const MapTensor& tensor : placed.tensors) input_count += tensor.is_input;
    const Columns columns = columns_of(placed);
    std::vector<TensorRoom> rooms;
    for (const MapTensor& tensor : placed.tensors) {
        if (tensor.is_input) {
            rooms.push_back(attention_input(rooms.size(), input_count, columns));
            continue;
        }
        const auto found = std::ranges::find(attention_table, name_in_attention(tensor.path), &Spot::name);
        if (found == std::end(attention_table)) throw std::out_of_range("the map has no place for " + tensor.path);
        rooms.push_back(room_of(*found, columns));
    }
    return rooms;
}

std::vector<TensorRoom> row_rooms(const MapBlock& placed, const Trace& trace) {
    constexpr double gap = row_gap, right = 22, beside_title = 30;
    const auto tensor_of = [&](const MapTensor& tensor) { return trace.tensors[static_cast<std::size_t>(tensor.slot)]; };
    const double y = placed.titled_above ? header + above + 6 : above + 4, height = placed.area.height() - y - 14;
    const bool labels = tensor_of(placed.tensors.front()).type != ElementType::index;
    const double label_width = placed.titled_above ? label_room : beside_title;
    double x = (placed.titled_above ? 20 : title_width) + (labels ? label_width : 0);
    double shares = 0;
    for (const MapTensor& tensor : placed.tensors) shares += share_of(tensor_of(tensor).layout, tensor_of(tensor).type);
    const double unit = (block_width - right - x - gap * static_cast<double>(placed.tensors.size() - 1)) / shares;
    std::vector<TensorRoom> rooms;
    for (const MapTensor& tensor : placed.tensors) {
        const double width = unit * share_of(tensor_of(tensor).layout, tensor_of(tensor).type);
        rooms.push_back({.x = x, .y = y, .width = width, .height = height, .above = above, .title = width + gap - 8, .group = 1});
        if (labels) rooms.back().beside = rooms.size() == 1 ? label_width : gap;
        x += width + gap;
    }
    return rooms;
}

}  // namespace vitrine
