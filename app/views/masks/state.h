#pragma once
/// What the masks view remembers: which mask is looked at, and what is changed to see whether it holds.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/attention_pair.h"
#include "app/state/state.h"
#include "app/views/masks/leak_question.h"

namespace vitrine {

/// The masks there are (section 3.2.3). An attention uses the source's padding or, in the decoder, both of the target's together.
enum class MaskThing : std::uint8_t { source_padding, target_padding, causal, target };

struct MaskThingInfo {
    std::string_view name;   ///< in files and in anchors
    std::string_view label;  ///< on its card
    std::string_view text;   ///< in a line, what it hides
};

/// All of them, in the order of the enumeration.
std::span<const MaskThingInfo> mask_things();

inline const MaskThingInfo& mask_info(MaskThing thing) { return mask_things()[static_cast<std::size_t>(thing)]; }

/// A token of whichever sentence is looked at.
struct TestToken {
    BatchSide side = BatchSide::target;
    Size position = 0;
};

struct MasksView {
    AttentionPlace place{AttentionKind::decoder_self, 0};  ///< whose mask: that of the selected tensor, as in AttentionView
    MaskThing shown = MaskThing::target;                   ///< always one that this attention uses

    // The leak test.
    std::optional<TestToken> token = {};    ///< what is changed; nothing: what is proposed
    std::optional<std::int32_t> word = {};  ///< what it becomes; nothing: what is proposed
    bool causal = true;                     ///< the masks that are in place while it is tested; at first those of the run
    bool padding = true;
};

/// "decoder.layers.0.self_attn.mask" of the attention that is looked at, or another tensor of it.
std::string mask_tensor(const State& state, std::string_view tensor = "mask");

/// The pair of words in question: the selected cell's, or else a hidden one beside the middle of the picture. There is a run.
AttentionPair mask_pair(const State& state);

/// The words that may stand in the place of a token: all but padding and, where it is no padding, the token itself. A vocabulary
/// may have none.
Size word_count(const State& state, const TokenPlace& place);
std::int32_t nth_word(const State& state, const TokenPlace& place, Size n);
Size number_of_word(const State& state, const TokenPlace& place, std::int32_t id);

/// What is changed: what was chosen, as far as this run has it, and what is proposed otherwise: the last word of the decoder's
/// input, which all others may not see; where that is its only word, padding. Nothing where the vocabulary has no other word.
std::optional<LeakQuestion> leak_question(const State& state);

/// What a test has found out, now where that is the matter of a frame, or null until the worker has. Without
/// rows there was no memory for it.
const LeakTest* leak_answer(const State& state);

/// True while the worker is to find that out.
bool lacks_leak_test(const State& state);

}  // namespace vitrine
