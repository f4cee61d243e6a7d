#pragma once
/// Texts of the masks view about a run, all made from the masks that the run has recorded.

#include <optional>
#include <string>
#include <vector>

#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"
#include "app/words/masks.h"

namespace vitrine {

struct Run;

/// The equation: the operands, joined by ∧, are equal to the recorded mask of one sentence.
struct MaskEquation {
    std::vector<MaskKind> operands;  ///< padding, causal, both or none
    std::vector<MaskKind> left_out;  ///< masks that this attention has in the paper's model, but not in this run
    Size set_by_hand = 0;            ///< the number of cells for which the equation does not hold

    /// "=" or "≠".
    const char* sign() const { return set_by_hand == 0 ? "=" : "≠"; }
};
MaskEquation mask_equation(const Run& run, const AttentionPlace& place, Size sentence);

/// The texts about a mask in the list: its title, a few words on its card, and the lines of its note. Of its picture's `all`
/// cells, `hidden` are hidden. `place`: the attention whose mask is meant, for the target mask.
struct MaskThingWords {
    std::string title, card;
    std::vector<std::string> note;
};
MaskThingWords mask_thing_words(const Run& run, MaskKind thing, const MaskCell& place, Size hidden, Size all);

/// The lines of a note about one cell of a part of the equation. They are about this part only.
std::vector<std::string> mask_part_note(const Run& run, MaskKind part, const MaskCell& cell);

/// How a row of numbers was computed, or how many of them were set by hand. `row`: sentence, head and query.
std::string row_words(const Run& run, const std::string& path, const Index& row, const std::string& made);

/// "2 cells of this mask were set by hand."; empty if there are none.
std::string set_by_hand_text(Size cells);

/// The effect of the mask, and what the run leaves out: "No word looks at a later one: hatched is hidden. …"
std::string mask_purpose(const Run& run, const AttentionPlace& place, Size sentence);

/// What the causal mask shows: "key ≤ query in position", or how far back its window reaches, too.
std::string causal_rule(const std::optional<Size>& window);

/// "Causal", "Causal, window 4": the causal mask of a layer.
std::string causal_title(const std::optional<Size>& window);

/// The operands in one line: "target padding ∧ causal", "padding alone".
std::string masks_used(const Run& run, AttentionKind kind);

/// Which heads, layers and sentences share the mask.
std::string mask_sharing(const Run& run, const AttentionPlace& place);

/// How one pair's score passes the mask and becomes its weight in one head, with the numbers that were set by hand.
std::string mask_outcome(const Run& run, const MaskCell& cell, Size head);

/// Says that the shown run is not the open one, because the leak test has other masks; empty if it has the same masks.
std::string tried_masks_words(const Design& own, const Design& shown);

/// Why a query's scores in one head differ from those of a run with other masks: the attention reads other numbers, because the
/// masks were applied in the layers below. Empty if the scores are the same, or if the runs differ by more than their masks.
std::string other_scores_words(const Run& before, const Run& now, const MaskCell& cell, Size head);

}  // namespace vitrine
