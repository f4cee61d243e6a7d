#pragma once
/// The state of the masks view: the shown mask, and the choices of the leak test.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/attention_pair.h"
#include "app/state/state.h"
#include "app/views/masks/leak_question.h"

namespace vitrine {

/// The masks (section 3.2.3). An attention uses the source's padding or, in the decoder's self-attention, both target masks
/// together.
enum class MaskKind : std::uint8_t { source_padding, target_padding, causal, target };

struct MaskThingInfo {
    std::string_view name;   ///< in files and in anchors
    std::string_view label;  ///< on its card
    std::string_view text;   ///< one line about what it hides
};

/// All masks, in the order of the enumeration, with labels and texts for a model that reads two sentences.
std::span<const MaskThingInfo> mask_things();

inline const MaskThingInfo& mask_info(MaskKind thing) { return mask_things()[static_cast<std::size_t>(thing)]; }

/// The masks that a model's attentions use, and the kinds of its attentions. Both are in the order of their enumerations.
std::vector<MaskKind> masks_of(const Configuration& configuration);
std::vector<AttentionKind> attention_kinds(const Configuration& configuration);

/// A token of the shown sentence.
struct TestToken {
    BatchSide side = BatchSide::target;
    Size position = 0;
};

struct MasksView {
    AttentionPlace place{AttentionKind::decoder_self, 0};  ///< the attention whose mask is shown; follows the selected tensor
    MaskKind shown = MaskKind::target;                     ///< always one of the masks that this attention uses

    // The leak test.
    std::optional<TestToken> token = {};    ///< the token that is changed; nothing: the proposed one
    std::optional<std::int32_t> word = {};  ///< the word it becomes; nothing: the proposed one
    bool causal = true;                     ///< the masks used in the test; at first those of the run
    bool padding = true;
};

/// The run whose masks and numbers are shown: the open one or, if the switches of the leak test differ from it, the same run
/// without or with a mask, if that can be computed quickly. Requires: a run is shown.
std::shared_ptr<const Run> run_with_test_masks(const State& state);

/// The path of the shown attention's mask, "decoder.layers.0.self_attn.mask", or of another of its tensors.
std::string mask_tensor(const State& state, std::string_view tensor = "mask");

/// The explained pair of words: that of the selected cell or, without one, a hidden pair near the middle of the sentence.
/// Requires: a run is shown.
AttentionPair mask_pair(const State& state);

/// The number of words that may replace a token: all but padding and the token itself. May be 0.
Size word_count(const State& state, const TokenPlace& place);
std::int32_t nth_word(const State& state, const TokenPlace& place, Size n);
Size number_of_word(const State& state, const TokenPlace& place, std::int32_t id);

/// The current question: the chosen token and word, as far as this run has them. Otherwise proposed ones: the last word of the
/// decoder's input, which no other word may see. If that is its only word, or if there is no decoder, padding. Nothing if the
/// vocabulary has no other word.
std::optional<LeakQuestion> leak_question(const State& state);

/// The result of the current test. It is computed here if that is quick, otherwise null until the job is done. Null without a
/// question. A result without rows means out of memory.
const LeakTest* leak_answer(const State& state);

/// Whether no test is made before a token is chosen, because it would take much more memory than the run that is shown.
bool awaits_test_token(const State& state);

/// Whether that job is needed.
bool lacks_leak_test(const State& state);

}  // namespace vitrine
