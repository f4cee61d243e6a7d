#pragma once
/// What has been found out about the masks of a run when somebody asked, and then remembered.

#include <functional>
#include <map>
#include <utility>

#include "app/views/masks/leak_question.h"
#include "core/explain/attention_contribution.h"

namespace vitrine {

struct Run;

/// What the masks are made of, each by itself.
struct MaskParts {
    MaskTensor source_padding{Axis::batch, Axis::head, Axis::query, Axis::key};  // [B, 1, 1, S]: the same for every query
    MaskTensor target_padding{Axis::batch, Axis::head, Axis::query, Axis::key};  // [B, 1, 1, T]
    MaskTensor cross_padding{Axis::batch, Axis::head, Axis::query, Axis::key};   // what target words see of the source: as first
    MaskTensor causal{Axis::batch, Axis::head, Axis::query, Axis::key};          // [1, 1, T, T]: the same for every sentence
    // On the wrong axis every padding is a whole [B, 1, q, k].

    const MaskTensor& padding(AttentionKind kind) const {
        if (kind == AttentionKind::cross) return cross_padding;
        return kind == AttentionKind::decoder_self ? target_padding : source_padding;
    }

    std::uint64_t generation = 0;  ///< no other tensor of this process has their addresses and this number
};

/// A test of this run under the question's masks. Takes as long as making the pass again or, where its own were others, twice.
LeakTest answer(const Run& run, const LeakQuestion& question);

/// True where that takes so little time that the next frame may wait for it.
bool answers_at_once(const Run& run);

/// For one thread at a time: for the drawing thread, once a run is shown.
class MaskReadings {
public:
    /// The run is the same in all calls, or another generation: then everything is forgotten.
    const MaskParts& parts(const Run& run);

    /// The pair of words that is proposed of an attention and a sentence; `find` is asked for it once.
    TokenPair proposed_pair(const Run& run, const AttentionPlace& place, Size sentence, const std::function<TokenPair()>& find);

    /// What was found out; null where nobody has.
    const LeakTest* find(const Run& run, const LeakQuestion& question);

    /// Takes what was found out of this very run.
    const LeakTest* keep(const Run& run, const LeakQuestion& question, LeakTest test);

private:
    void follow(const Run& run);

    std::uint64_t generation_ = 0;
    MaskParts parts_;
    std::map<std::pair<AttentionPlace, Size>, TokenPair> proposed_;
    std::map<LeakQuestion, LeakTest> tests_;
};

}  // namespace vitrine
