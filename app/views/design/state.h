#pragma once
/// What the design bench remembers and says: which choice is explained, and what all that is taken back does to the predictions.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/run/prediction.h"
#include "core/model/design.h"
#include "core/model/variant.h"
#include "core/tensor/tensor.h"

namespace vitrine {

struct State;
struct Run;

/// What makes another model: a part of Variant.
enum class VariantPart : std::uint8_t { norm, heads, positions };

struct VariantChoice {
    std::string_view name;        ///< in files and in anchors
    std::string_view label;       ///< on screen
    std::string_view one, other;  ///< the equations of both sides
    std::string_view effect, look;
};

/// All of them, in the order of the enumeration.
std::span<const VariantChoice> variant_choices();

struct DesignView {
    std::string shown = "unscaled_scores";  ///< the choice that is explained: one of design_choices() or variant_choices()
};

/// The words of the choice that is explained.
struct ExplainedChoice {
    std::string_view name, label, before, after, effect, look;
    std::string_view before_caption, after_caption;  ///< whose equations these are
};
ExplainedChoice explained_choice(const State& state);

/// The edits' design with one choice made or taken back, and why this cannot be had; empty where it can.
Design with_choice(const State& state, const DesignChoice& choice, bool made);
std::string refusal(const State& state, const DesignChoice& choice, bool made);

/// The rows of values that the variant can have for this model; the first is "as it is".
std::vector<Size> head_counts(const Configuration& configuration);

/// The model's prediction after one word of the decoder's input, before and after what is taken back.
struct ChangedPrediction {
    Size position = 0;
    std::int32_t read = 0;                   ///< the word that the decoder has read last
    std::optional<std::int32_t> label = {};  ///< what it should say, where that is known
    Prediction before, now;

    bool changed() const { return before.word != now.word; }
};

/// Of one sentence, padding left out: what the model says of it, and what this run of it does.
std::vector<ChangedPrediction> changed_predictions(const Run& before, const Run& now, Size sentence);

}  // namespace vitrine
