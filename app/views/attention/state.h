#pragma once
/// What the attention view remembers: which attention is read, what of it is large, how much of it is drawn as lines.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/attention_pair.h"
#include "core/explain/attention_contribution.h"
#include "core/model/design.h"

namespace vitrine {

struct State;

/// What of a head is shown large.
enum class AttentionStage : std::uint8_t { scores, masked, weights, contribution, side_by_side };

struct AttentionStageInfo {
    std::string_view name;    ///< in files and in anchors
    std::string_view label;   ///< on its button
    std::string_view tensor;  ///< what of the attention it shows; empty: not one recorded tensor
    std::string_view tip;
};

/// All of them, in the order of the enumeration and of the buttons.
std::span<const AttentionStageInfo> attention_stages();

inline const AttentionStageInfo& stage_info(AttentionStage stage) { return attention_stages()[static_cast<std::size_t>(stage)]; }

/// The same as it is under a design: with the mask after the softmax there are unmasked weights in the place of masked scores.
AttentionStageInfo stage_info(AttentionStage stage, const Design& design);

struct AttentionView {
    AttentionPlace place;  ///< that of the selected tensor, or where that belongs to no attention, the last one that did
    AttentionStage stage = AttentionStage::weights;
    Size head = 0;   ///< the one whose card is in view
    int share = 70;  ///< per cent of a word's attention that lines are drawn for
};

/// The pair of words that is taken apart: the selected cell's, or one that is proposed. Proposed is the pair of the largest weight,
/// of equal ones the first, row by row, among those that say something about words: who asks has a choice, neither is <bos>, <eos>
/// or padding, and no word asks itself. Where there is none of these, who asks may be <bos> or <eos>; where there is none of those
/// either, any pair will do that may be seen by somebody with a choice; and else it is the first cell. Requires: there is a run.
AttentionPair attention_pair(const State& state);

/// One head among all of a model's, and how evenly it looks around in the sentence looked at (HeadReading::evenness).
struct RankedHead {
    AttentionPlace place;
    Size head = 0;
    double evenness = 0;
};

/// The heads that stand out among those of some kinds of attention, every layer's; of equal ones the first.
struct HeadRanking {
    Size heads = 0;                                     ///< how many there are
    std::optional<RankedHead> most_even{}, sharpest{};  ///< nothing where all are alike, or none has a choice
};
HeadRanking rank_heads(const State& state, std::span<const AttentionKind> kinds);

/// One head of the shown attention, on the sentence looked at.
HeadPlace shown_head(const State& state);

/// "decoder.layers.0.cross_attn.weights" of the attention that is read.
std::string attention_tensor(const State& state, std::string_view tensor);

}  // namespace vitrine
