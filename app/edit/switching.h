#pragma once
/// Sublayers, the residual connections around them, and whole layers that are switched off.

#include <string>
#include <vector>

#include "app/run/run.h"

namespace vitrine {

enum class SwitchedPart : std::uint8_t {
    sublayer,  ///< the residual is x alone
    residual,  ///< the residual is the sublayer's output alone
    layer,     ///< every sublayer of it: x passes through
};

/// What of a model is switched, and how it is called.
struct Switch {
    SwitchedPart part{};
    std::string path;  ///< of a sublayer or of a layer: "encoder.layers.0.ffn", "encoder.layers.0"

    bool operator==(const Switch&) const = default;
};

/// The sublayer that a block of the outline is, or that it adds to what went into it; empty where it is neither.
std::string sublayer_of(const Run& run, const std::string& block);

/// "encoder.layers.0" for any path below it; empty outside the layers.
std::string layer_of(const std::string& path);

/// The sublayers of a layer, in the order of execution.
std::vector<std::string> sublayers_of(const Run& run, const std::string& layer);

/// False for a path that the run does not have.
bool has_switch(const Run& run, const Switch& which);

bool is_off(const Run& run, const Edits& edits, const Switch& which);

/// The edits with it off or on again. Of a sublayer and its residual one stays: switching one off switches the other on.
Edits switched(const Run& run, Edits edits, const Switch& which, bool off);

/// "self-attention in encoder layer 1", "the residual connection around self-attention in encoder layer 1", "encoder layer 1".
std::string words_of(const Run& run, const Switch& which);

}  // namespace vitrine
