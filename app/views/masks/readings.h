#pragma once
/// Data about the masks of a run, computed when needed, and cached.

#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "app/views/masks/leak_question.h"
#include "core/explain/attention_contribution.h"

namespace vitrine {

struct Run;

/// The parts from which masks are combined.
struct MaskParts {
    MaskTensor source_padding{Axis::batch, Axis::head, Axis::query, Axis::key};  // [B, 1, 1, S]: the same for every query
    MaskTensor target_padding{Axis::batch, Axis::head, Axis::query, Axis::key};  // [B, 1, 1, T]
    MaskTensor cross_padding{Axis::batch, Axis::head, Axis::query, Axis::key};   // [B, 1, 1, S]: for cross-attention
    std::map<std::optional<Size>, MaskTensor> causal;  ///< for each window of a layer [1, 1, T, T]: the same for every sentence
    // With padding on the wrong axis, every padding mask is [B, 1, q, k].

    const MaskTensor& padding(AttentionKind kind) const {
        if (kind == AttentionKind::cross) return cross_padding;
        return kind == AttentionKind::decoder_self ? target_padding : source_padding;
    }

    std::uint64_t generation = 0;  ///< identifies these tensors; unique in this process
};

/// The masks that a run combines for an attention. Without any, every word sees every word.
struct MasksInUse {
    bool padding = true, causal = true;
};
MasksInUse masks_in_use(const Run& run, AttentionKind kind);

/// How far back an attention reaches, where its causal mask has a window.
std::optional<Size> window_of(const Run& run, const AttentionPlace& place);

/// Whether the model has padding that masks of this kind of attention could hide.
bool has_padding(const Run& run, AttentionKind kind);

/// Facts about the mask of one attention, determined from all of its cells.
struct MaskFacts {
    std::vector<Size> set_by_hand;   ///< [sentence]: number of cells that differ from the ∧ of the masks in use
    bool same_for_sentences = true;  ///< all sentences have equal masks
    bool same_rules = true;          ///< all sentences have equal masks apart from cells set by hand
    bool same_for_layers = true;     ///< the attentions of this kind in all layers have equal masks
};

/// Tests for leaks. Takes as long as one forward pass or, if the question's masks are not the run's own, two.
LeakTest answer(const Run& run, const LeakQuestion& question);

/// Whether answer() takes so little time that the next frame may wait for it.
bool answers_at_once(const Run& run);

/// Only for one thread at a time: the drawing thread, once a run is shown.
class MaskReadings {
public:
    /// In all functions, a run of another generation empties the cache.
    const MaskParts& parts(const Run& run);

    const MaskFacts& facts(const Run& run, const AttentionPlace& place);

    /// The proposed pair of words for an attention and a sentence. Calls `find` once to compute it.
    TokenPair proposed_pair(const Run& run, const AttentionPlace& place, Size sentence, const std::function<TokenPair()>& find);

    /// The result of a test; null if it is not known.
    const LeakTest* find(const Run& run, const LeakQuestion& question);

    /// Stores a test's result for this run.
    const LeakTest* keep(const Run& run, const LeakQuestion& question, LeakTest test);

private:
    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    MaskParts parts_;
    std::map<AttentionPlace, MaskFacts> facts_;
    std::map<std::pair<AttentionPlace, Size>, TokenPair> proposed_;
    std::map<LeakQuestion, LeakTest> tests_;
};

}  // namespace vitrine
