/// The layout tables of the map's blocks: the one place that says which tensor stands where within its block.

#include <stdexcept>
#include <string_view>

#include "app/views/map/layout_blocks.h"

namespace vitrine {

namespace {

using namespace map_metrics;

/// Columns and rows of an attention block. Q lies left of the scores and Kᵀ below them, as one multiplies matrices.
constexpr double inputs = 52, projections = 206, scores = 362, masked = 518, weights = 674, merged = 788;
constexpr double upper = 86, middle = 238, lower = 384;
constexpr double cell_width = 90, upper_height = 96, middle_height = 84, lower_height = 92;
constexpr double above = 34, label_room = 48, inner_label_room = 44;

/// A tensor's class of cell size; 0 is for scores, weights and masks, whose cells are always equal in size.
enum Group { alike, keys_and_values, of_query, of_key_transposed, joined, dropped, first_input };

struct NamedRoom {
    std::string_view name;
    TensorRoom room;
};

constexpr TensorRoom in_upper_row(double x, double title, int group) {
    return {.x = x, .y = upper, .width = cell_width, .height = upper_height, .above = above, .title = title, .group = group};
}
constexpr TensorRoom in_middle_row(double x, double width, double title, int group) {
    return {.x = x, .y = middle, .width = width, .height = middle_height, .above = above, .title = title, .group = group};
}
constexpr TensorRoom in_lower_row(double x, double width, double title, int group = keys_and_values) {
    return {.x = x, .y = lower, .width = width, .height = lower_height, .above = above, .title = title, .group = group};
}
constexpr TensorRoom labelled(TensorRoom room, double beside = label_room) {
    room.beside = beside;
    return room;
}
constexpr TensorRoom labelled_inside(TensorRoom room) { return labelled(room, inner_label_room); }

constexpr NamedRoom attention_table[] = {
    {"query", labelled(in_upper_row(projections, 148, of_query))},
    {"key", labelled(in_middle_row(projections, cell_width, 148, keys_and_values))},
    {"key_transposed", in_middle_row(scores, cell_width, 148, of_key_transposed)},
    {"value", labelled(in_lower_row(projections, cell_width, 148))},
    {"scores", labelled_inside(in_upper_row(scores, 148, alike))},
    {"mask", labelled_inside(in_middle_row(masked, cell_width, 148, alike))},
    {"masked_scores", labelled_inside(in_upper_row(masked, 148, alike))},
    {"unmasked_weights", labelled_inside(in_upper_row(masked, 148, alike))},
    {"weights", labelled_inside(in_upper_row(weights, 148, alike))},
    {"weights_dropout_mask", in_middle_row(weights - 14, 42, 46, dropped)},
    {"dropped_weights", in_middle_row(weights + 36, 62, 68, dropped)},
    {"context", labelled_inside(in_lower_row(weights, cell_width, 110))},
    {"merged", in_lower_row(merged, 64, 94, joined)},
    {"output", in_middle_row(merged, 64, 94, joined)},
    {"output_dropout_mask",
     {.x = merged - 12, .y = upper, .width = 28, .height = upper_height, .above = above, .title = 34, .group = joined}},
    {"dropped_output",
     {.x = merged + 26, .y = upper, .width = 34, .height = upper_height, .above = above, .title = 40, .group = joined}},
};

/// x alone stands in the middle; in cross-attention, queries come from x, keys and values from the memory; of one attention alone
/// each has an input of its own.
TensorRoom attention_input(std::size_t place, std::size_t count) {
    TensorRoom room{.x = inputs, .y = upper, .width = 74, .height = upper_height, .above = above, .title = 98, .beside = 46};
    room.group = static_cast<int>(first_input + place);
    if (count == 1) room.y = middle - 12, room.height = 100;
    if (count == 3 && place == 1) {
        room.y = middle, room.height = middle_height;
        return room;
    }
    if (place > 0) room.y = lower, room.height = lower_height;
    return room;
}

/// How much of a row's width a tensor gets, beside the others.
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
    std::vector<TensorRoom> rooms;
    for (const MapTensor& tensor : placed.tensors) {
        if (tensor.is_input) {
            rooms.push_back(attention_input(rooms.size(), input_count));
            continue;
        }
        const TensorRoom* found = nullptr;
        for (const auto& [name, room] : attention_table) {
            if (last_name(tensor.path) == name) found = &room;
        }
        if (!found) throw std::out_of_range("the map has no place for " + tensor.path);
        rooms.push_back(*found);
    }
    return rooms;
}

std::vector<TensorRoom> row_rooms(const MapBlock& placed, const Trace& trace) {
    constexpr double gap = row_gap, right = 22, beside_title = 30, in_gap = 24;
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
        if (labels) rooms.back().beside = rooms.size() == 1 ? label_width : in_gap;
        x += width + gap;
    }
    return rooms;
}

}  // namespace vitrine
