#pragma once
/// The state of the attention view: the shown attention, the stage shown large, and how many lines are drawn.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/attention_pair.h"
#include "core/explain/attention_contribution.h"
#include "core/model/design.h"

namespace vitrine {

struct State;

/// The stages of a head, one of which is shown large.
enum class AttentionStage : std::uint8_t { scores, masked, weights, contribution, side_by_side };

struct AttentionStageInfo {
    std::string_view name;    ///< in files and in anchors
    std::string_view label;   ///< on its button
    std::string_view tensor;  ///< the last part of its tensor's path; empty: it is not a single recorded tensor
    std::string_view tip;
};

/// All stages, in the order of the enumeration and of the buttons.
std::span<const AttentionStageInfo> attention_stages();

inline const AttentionStageInfo& stage_info(AttentionStage stage) { return attention_stages()[static_cast<std::size_t>(stage)]; }

/// The stage under a design. With the mask after the softmax, unmasked weights replace masked scores.
AttentionStageInfo stage_info(AttentionStage stage, const Design& design);

struct AttentionView {
    AttentionPlace place;  ///< the attention of the selected tensor or, if that belongs to none, the last one selected
    AttentionStage stage = AttentionStage::weights;
    Size head = 0;   ///< the head whose card is in view
    int share = 70;  ///< per cent of a word's attention that its lines have together
};

/// The explained pair of words: that of the selected cell, or a proposed one, see ProposalRule. Requires: a run is shown.
AttentionPair attention_pair(const State& state);

/// One head of a model, and how evenly it attends in the shown sentence (HeadReading::evenness).
struct RankedHead {
    AttentionPlace place;
    Size head = 0;
    double evenness = 0;
};

/// The heads of several kinds of attention, in all layers, that stand out. Among equal ones, the first.
struct HeadRanking {
    Size heads = 0;                                     ///< number of heads
    std::optional<RankedHead> most_even{}, sharpest{};  ///< nothing if all heads are equal, no word has a choice, or the run is
                                                        ///< too large to read all of its heads
};
HeadRanking rank_heads(const State& state, std::span<const AttentionKind> kinds);

/// The shown head, for the shown sentence.
HeadPlace shown_head(const State& state);

/// The path of a tensor of the shown attention: "decoder.layers.0.cross_attn.weights".
std::string attention_tensor(const State& state, std::string_view tensor);

}  // namespace vitrine
