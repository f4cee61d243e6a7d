#pragma once
/// Why a mask lets a word see another, or hides it, in words.

#include <optional>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/explain/attention_place.h"

namespace vitrine {

/// One place of a mask: a query that asks, a key that would answer.
struct MaskCell {
    AttentionPlace place;
    Size sentence = 0, query = 0, key = 0;
};

/// The place that a cell of a recorded tensor is; nothing where the tensor is no mask of an attention.
std::optional<MaskCell> mask_cell(const Run& run, const TensorInfo& info, const Index& cell);

/// What the run has recorded: whether the query may see the key.
bool may_see(const Run& run, const MaskCell& cell);

/// One of the conditions a mask asks for, and what of it is true for one cell: "“étudiant” comes after “suis” (position 4 > 2)".
struct MaskCondition {
    bool holds = false;
    std::string words{};
    std::string mask{};  ///< which one asks for it: "causal mask"
};

/// The word of a mask's query or key, and its position.
struct MaskedWord {
    std::string word;  ///< where words are not known, its number
    Size position = 0;
};

/// What a cell of a mask says: who asks, who answers, and every condition of its declaration. Without conditions the mask hides
/// nothing.
struct MaskExplanation {
    MaskedWord query, key;
    std::vector<MaskCondition> conditions{};
};
MaskExplanation explain_mask(const Run& run, const MaskCell& cell);

/// Everything that hides the key, in one line.
std::string hidden_text(const Run& run, const MaskCell& cell);

/// The lines of a note: who may see whom or may not, and why.
std::vector<std::string> mask_note(const Run& run, const MaskCell& cell);

}  // namespace vitrine
