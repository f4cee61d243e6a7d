#pragma once
/// Where the tensors stand within a block of the map, and what flows between them. For app/views/map/layout.cpp.

#include "app/views/map/layout.h"

namespace vitrine {

/// At least so far from each other are the tensors of a row: their names have to fit.
constexpr double row_gap = 66;

double map_block_height(const Block& block);

/// Fills the tensors and arrows of a block whose area is known.
void place_tensors(MapBlock& placed, const Block& block, const Trace& trace);

/// Room for one tensor, from its block's upper left corner.
struct TensorRoom {
    double x = 0, y = 0, width = 0, height = 0;
    double above = 0, title = 0, beside = 0;  ///< as in MapTensor
    int group = 0;  ///< tensors of one group have cells of one size where that costs little; those of group 0 always
};

/// The rooms of a block's tensors, in their order.
std::vector<TensorRoom> attention_rooms(const MapBlock& placed);
std::vector<TensorRoom> row_rooms(const MapBlock& placed, const Trace& trace);

/// What the block's steps read and fill, as arrows.
std::vector<MapArrow> arrows_between(const MapBlock& placed, const Block& block, const Outline& outline);

/// The part of a path behind its last dot.
inline std::string last_name(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace vitrine
