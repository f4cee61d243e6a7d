#pragma once
/// Why a mask lets a word see another, or hides it, in words.

#include <string>
#include <vector>

#include "app/state/run.h"

namespace vitrine {

/// One of the conditions a mask asks for, and what of it is true for one cell: "“étudiant” is at position 4, after “suis” at 2".
struct MaskCondition {
    bool holds = false;
    std::string words{};
};

/// The word of a mask's query or key, and its position.
struct MaskedWord {
    std::string word;  ///< where words are not known, its number
    Size position = 0;
};

/// What a cell of a mask says: who asks, who answers, and every condition of its declaration. Without conditions the mask hides
/// nothing.
struct MaskCell {
    MaskedWord query, key;
    std::vector<MaskCondition> conditions{};
};

/// info: a mask that was computed; cell: one of its cells.
MaskCell explain_mask(const Run& run, const TensorInfo& info, const Index& cell);

/// Whether a tensor is such a mask.
bool is_computed_mask(const Run& run, const TensorInfo& info);

}  // namespace vitrine
