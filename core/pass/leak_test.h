#pragma once
/// Do the masks keep apart what they are there to keep apart? A token that some outputs may not see is changed, the pass is made
/// again, and every row of the outputs is compared with what it was, bit for bit: what has moved has seen it. Source:
/// section 3.2.3, "we need to prevent leftward information flow in the decoder to preserve the auto-regressive property".

#include <compare>
#include <string>
#include <vector>

#include "core/model/token_place.h"
#include "core/pass/rerun.h"

namespace vitrine {

/// A token, and the word that is to stand there instead. Padding stays padding, since the masks are made of where it is: of a
/// padded position only the content changes, which then is the other word's embedding.
struct TokenChange {
    TokenPlace place;
    std::int32_t id = 0;  ///< not padding: that would be another mask

    auto operator<=>(const TokenChange&) const = default;
};

/// Whether a pass has padding there. Tokens that are overwritten by hand count as what they are overwritten with.
bool is_padding(const FinishedPass& finished, const TokenPlace& place);

/// What has become of one row of an output: of the logits at a target position, or of the memory at a source position.
struct RowMovement {
    bool may_move = false;  ///< it may see the changed token, through as many layers as there are
    bool moved = false;     ///< any bit of it is another one
    double by = 0;          ///< the largest |after − before| of its numbers; NaN where one of the two is no number

    bool leaks() const { return moved && !may_move; }
};

struct LeakTest {
    bool padding = false;             ///< the changed position holds padding
    std::vector<RowMovement> memory;  ///< [sentence · source length + position]
    std::vector<RowMovement> logits;  ///< [sentence · target length + position]
};

/// How many of some rows moved, and how many of those that may not see the change.
struct MovementCount {
    Size rows = 0, moved = 0;
    Size barred = 0, leaks = 0;  ///< rows that may not see it, and those of them that moved
    double by = 0;               ///< the largest movement of a row that may not move; NaN as above

    void add(const RowMovement& row);
};

/// Changes one token of a finished pass and makes the pass again under the pass's own regime; with a mask taken away, a pass that
/// was made without it shows what would leak. Rows may move as they may with every mask in place: a word of the source moves the
/// memory and the logits of its own sentence, the target's word at position p moves the logits from p on, padding moves nothing but
/// the row at its own place, which nobody reads. Sentences never move each other. Throws Error where the batch has no such token or
/// the vocabulary no such word.
///
/// What is found is what is reported: a finite mask value of small magnitude lets something through, so does any finite one to a
/// row all of whose keys are hidden, and NaN and ∞ pass every mask, since 0 times them is NaN.
LeakTest test_leak(const FinishedPass& finished, const TokenChange& change);

}  // namespace vitrine
