#pragma once
/// Describes the memory used by heatmaps.

#include <string>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// A tensor of which tiles were dropped.
struct DroppedTensor {
    std::string name;
    Size bytes = 0;
};

/// The graphics memory used by heatmaps.
struct HeatmapMemory {
    Size bytes = 0, limit = 0;
    std::vector<DroppedTensor> dropped{};  ///< since the last call of note_dropped(), in order of dropping
    bool short_of_memory = false;          ///< part of the last frame is drawn coarser for lack of memory
    std::string failure{};                 ///< why visible cells could not be read; empty: no failure
};

/// In one line: "graphics memory: 48 of 256 MB; dropped: encoder.layers.0.self_attn.scores (12 MB)".
std::string memory_words(const HeatmapMemory& memory);

}  // namespace vitrine
