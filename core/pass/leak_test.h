#pragma once
/// Tests whether the masks hide what they should. It changes one token, runs the pass again and compares every row of the outputs
/// bit for bit: a row that has changed has seen the token. Source: section 3.2.3, "we need to prevent leftward information flow in
/// the decoder to preserve the auto-regressive property".

#include <compare>
#include <string>

#include "core/model/token_place.h"
#include "core/pass/rerun.h"

namespace vitrine {

/// A changed token. At a padded position only the embedding changes, to that of the new token; the position stays padding, since
/// the masks depend on it.
struct TokenChange {
    TokenPlace place;
    std::int32_t id = 0;  ///< the new token; not padding, which would change the mask

    auto operator<=>(const TokenChange&) const = default;
};

/// Whether the place holds padding, after overwrites of tokens by hand.
bool is_padding(const FinishedPass& finished, const TokenPlace& place);

/// How one row of an output changed. The row is that of a source position in the memory, or of a position in the model's last
/// output.
struct RowMovement {
    bool may_move = false;  ///< the row may depend on the changed token, directly or through other layers
    bool moved = false;     ///< any bit of it changed
    double by = 0;          ///< the largest |after − before|; NaN where one of the two is NaN
    bool hides = false;     ///< it has not moved, but holds NaN, in which a change cannot be seen

    bool leaks() const { return moved && !may_move; }
};

struct LeakTest {
    bool padding = false;             ///< whether the changed position holds padding
    std::vector<RowMovement> memory;  ///< [sentence · source length + position]; empty in a model of one stack
    /// [sentence · length + position], for the sentences that the last stack reads: the logits or, in a model without them, the
    /// output of that stack.
    std::vector<RowMovement> outputs;
};

/// Counts changed rows, and leaks among them.
struct MovementCount {
    Size rows = 0, moved = 0;
    Size barred = 0, leaks = 0;  ///< rows that must not see the token, and how many of them changed
    Size hidden = 0;             ///< rows that must not see the token, but hold NaN, so that a leak could not be seen
    double by = 0;               ///< the largest change of a leaking row; may be NaN as above

    void add(const RowMovement& row);
};

/// Changes one token of a finished pass and runs it again under the same regime. If that regime lacks a mask, the test shows what
/// leaks without it. The rows that may change are those allowed by all masks: a source token may change the memory and all outputs
/// of its sentence; a target token at position p the outputs from p on; padding only the row at its own place, which no other row
/// reads. Sentences never affect each other. Throws Error where the batch has no such token or the vocabulary no such id.
///
/// Some reported leaks are real consequences of the arithmetic: a finite mask value of small magnitude lets some weight through,
/// any finite mask value does so in a row whose keys are all hidden, and NaN and ∞ pass every mask, since 0 · NaN and 0 · ∞ are
/// NaN.
LeakTest test_leak(const FinishedPass& finished, const TokenChange& change);

}  // namespace vitrine
