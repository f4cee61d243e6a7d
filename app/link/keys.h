#pragma once
/// The keys of links that belong to no module.

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/run/edits.h"

namespace vitrine {

/// A key and what it means.
struct FixedKey {
    std::string_view key, words;
};

inline constexpr std::array sentence_keys{
    FixedKey{"src", "the source sentences, each a list of tokens"},
    FixedKey{"tgt", "the decoder's input, sentence by sentence"},
    FixedKey{"labels", "the labels, sentence by sentence; () for no labels"},
    FixedKey{"segments", "the segment of each token of src, for a model with segments"},
};

/// The keys of app/run/edits_json.h.
inline constexpr std::array edit_keys{
    FixedKey{"overwrites", "numbers set by hand: (path:…,index:(…),value:…)"},
    FixedKey{"silenced", "heads: (attention:…,head:…)"},
    FixedKey{"skipped_sublayers", "sublayers that are switched off"},
    FixedKey{"skipped_residuals", "residual connections that are switched off"},
    FixedKey{"design", "choices of the paper that are switched off"},
    FixedKey{"variant", "another model instead: (norm:…,heads:…,positions:…,seed:…)"},
};

inline constexpr std::array place_keys{
    FixedKey{"view", "the tab, as in vitrine render --view"},
    FixedKey{"step", "the operation, counted from 0"},
    FixedKey{"pass", "forward, backward or update"},
    FixedKey{"tensor", "the path of the selected tensor"},
    FixedKey{"sentence", "counted from 0"},
    FixedKey{"head", "counted from 0"},
    FixedKey{"shown", "value, gradient, both or product"},
    FixedKey{"every_term", "whether every term of a number is listed"},
    FixedKey{"steps_per_second", "the speed of Play"},
    FixedKey{"folded", "sections of the outline that are closed"},
    FixedKey{"cell", "the index of the selected number, counted from 0"},
};

/// Edits without their sentences, with every key of edit_keys.
nlohmann::ordered_json every_edit(const Edits& edits);

}  // namespace vitrine
