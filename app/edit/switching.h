#pragma once
/// Switching off sublayers, the residual connections around them, and whole layers.

#include <string>
#include <vector>

#include "app/run/run.h"

namespace vitrine {

enum class SwitchedPart : std::uint8_t {
    sublayer,  ///< the residual is just x
    residual,  ///< the residual is just the sublayer's output
    layer,     ///< all its sublayers: x passes through
};

/// A part of a model that can be switched off.
struct Switch {
    SwitchedPart part{};
    std::string path;  ///< of the sublayer or the layer: "encoder.layers.0.ffn", "encoder.layers.0"

    bool operator==(const Switch&) const = default;
};

/// The sublayer that a block of the outline is, or whose output it adds to the residual stream; empty if neither.
std::string sublayer_of(const Run& run, const std::string& block);

/// "encoder.layers.0" for any path below it; empty outside the layers.
std::string layer_of(const std::string& path);

/// The sublayers of a layer, in the order of execution.
std::vector<std::string> sublayers_of(const Run& run, const std::string& layer);

/// Whether the run has this part.
bool has_switch(const Run& run, const Switch& which);

bool is_off(const Run& run, const Edits& edits, const Switch& which);

/// The edits with this part switched off or on. A sublayer and its residual cannot both be off: switching one off switches the
/// other on.
Edits switched(const Run& run, Edits edits, const Switch& which, bool off);

/// "self-attention in encoder layer 1", "the residual connection around self-attention in encoder layer 1", "encoder layer 1".
std::string words_of(const Run& run, const Switch& which);

}  // namespace vitrine
