#pragma once
/// Why a mask lets a query see a key, or hides the key, in words.

#include <optional>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/explain/attention_place.h"

namespace vitrine {

/// One cell of an attention's mask.
struct MaskCell {
    AttentionPlace place;
    Size sentence = 0, query = 0, key = 0;
};

/// The cell of a recorded mask tensor as a MaskCell; nothing if the tensor is not the mask of an attention.
std::optional<MaskCell> mask_cell(const Run& run, const TensorInfo& info, const Index& cell);

/// Whether the query may see the key, as recorded by the run.
bool may_see(const Run& run, const MaskCell& cell);

/// One condition of a mask, evaluated for one cell: "“étudiant” comes after “suis” (position 4 > 2)".
struct MaskCondition {
    bool holds = false;
    std::string words{};
    std::string mask{};  ///< the mask it belongs to: "causal mask"
};

/// The word of a mask's query or key, and its position.
struct MaskedWord {
    std::string word;  ///< its id if the vocabulary is not known
    Size position = 0;
    std::string name;  ///< in quotes, with its position where it stands more than once: see brief_token_name()
};

/// The explanation of a mask's cell: query, key, and every condition of the mask. Without conditions the mask hides nothing.
struct MaskExplanation {
    MaskedWord query, key;
    std::vector<MaskCondition> conditions{};
};
MaskExplanation explain_mask(const Run& run, const MaskCell& cell);

/// All reasons why the key is hidden, in one line.
std::string hidden_text(const Run& run, const MaskCell& cell);

/// The lines of a note: whether the query may see the key, and why.
std::vector<std::string> mask_note(const Run& run, const MaskCell& cell);

}  // namespace vitrine
