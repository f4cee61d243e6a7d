#pragma once
/// Everything that has been made of the shown run's model, one by one, each with the edits that are left without it.

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

/// In the order of their kinds: other sentences, numbers, heads, sublayers, residuals, design choices, another model. There is
/// a run.
std::vector<AlteredThing> altered_things(const State& state);

/// The edits with the sentences that the model was opened on, as far as the others have a place in them; nothing where those are
/// there. There is a run.
std::optional<Edits> on_original_sentences(const State& state);

}  // namespace vitrine
