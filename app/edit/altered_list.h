#pragma once
/// The list of all alterations of the shown run, each with the edits that remain without it.

#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

inline constexpr const char* other_sentences = "sentences";

struct AlteredThing {
    std::string name;  ///< for an anchor: "overwrite/0", "head/1", "sentences"
    std::string text;  ///< "head 2 of self-attention in encoder layer 1 is silenced"
    Edits without;
};

/// In this order: other sentences, numbers, heads, sublayers, residuals, design choices, a variant of the model. Requires: a run
/// is shown.
std::vector<AlteredThing> altered_things(const State& state);

/// The edits with the original sentences, and without edits that do not fit these; nothing if the sentences are the original
/// ones. Requires: a run is shown.
std::optional<Edits> on_original_sentences(const State& state);

}  // namespace vitrine
