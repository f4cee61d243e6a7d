#pragma once
/// What is said about the memory of heatmaps.

#include <string>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// A tensor some of whose tiles had to go.
struct DroppedTensor {
    std::string name;
    Size bytes = 0;
};

/// What heatmaps take up of the graphics memory.
struct HeatmapMemory {
    Size bytes = 0, limit = 0;
    std::vector<DroppedTensor> dropped{};  ///< since they were last taken note of; the last one dropped last
    bool short_of_memory = false;          ///< something in the last frame is drawn coarser for lack of it
    std::string failure{};                 ///< why cells in sight could not be had; empty: they could
};

/// In one line: "graphics memory: 48 of 256 MB; dropped: encoder.layers.0.self_attn.scores (12 MB)".
std::string memory_words(const HeatmapMemory& memory);

}  // namespace vitrine
