#pragma once
/// Places tensors within a block of the map, and arrows between them. For app/views/map/layout.cpp.

#include "app/views/map/layout.h"

namespace vitrine {

/// The least distance between the tensors of a row, so that their names fit.
constexpr double row_gap = 66;

double map_block_height(const Block& block);

/// Fills the tensors and arrows of a block. Requires: its area is set.
void place_tensors(MapBlock& placed, const Block& block, const Trace& trace);

/// The room for one tensor, relative to its block's upper left corner.
struct TensorRoom {
    double x = 0, y = 0, width = 0, height = 0;
    double above = 0, title = 0, beside = 0;  ///< as in MapTensor
    int group = 0;  ///< tensors of a group get cells of equal size if that costs little room; those of group 0 always do
};

/// The rooms of a block's tensors, in their order.
std::vector<TensorRoom> attention_rooms(const MapBlock& placed);
std::vector<TensorRoom> row_rooms(const MapBlock& placed, const Trace& trace);

/// The arrows between the tensors that the block's steps read and fill.
std::vector<MapArrow> arrows_between(const MapBlock& placed, const Block& block, const Outline& outline);

/// The part of a path after its last dot.
inline std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace vitrine
