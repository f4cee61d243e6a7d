#pragma once
/// The state of the Design view: which choice it explains, and what can be switched.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/run/prediction.h"
#include "app/views/design/variants.h"
#include "core/model/design_choices.h"
#include "core/model/variant.h"
#include "core/tensor/tensor.h"

namespace vitrine {

struct State;
struct Run;

struct DesignView {
    std::string shown = "unscaled_scores";  ///< the explained choice: one of design_choices() or variant_choices()
};

/// Whether there is a choice of this name to explain.
bool is_known_choice(std::string_view name);

/// The texts of the explained choice.
struct ExplainedChoice {
    std::string_view name;
    std::string label;
    std::string before, after;                       ///< the equations of both sides, given the current state of all other
                                                     ///< choices; `after` is empty where it is the same as `before`
    std::string_view before_caption, after_caption;  ///< their captions
    std::string effect, look;                        ///< the effect on the shown run, and where to look
};
ExplainedChoice explained_choice(const State& state);

/// The equation of a choice that is departed from (`made`), or not, beside all other choices of the shown run as they are.
std::string equation_with(const State& state, const DesignChoice& choice, bool made);

/// The design of the shown run: the changes it was trained with, and those made by hand.
Design shown_design(const State& state);

/// The edits' design with one choice departed from (`made`) or not, and why this is impossible; empty if it is possible.
Design with_choice(const State& state, const DesignChoice& choice, bool made);
std::string refusal(const State& state, const DesignChoice& choice, bool made);

/// Why the model cannot have this number of heads; empty if it can.
std::string why_not_heads(const Configuration& configuration, Size heads);

/// Why the norms of the model cannot stand there; empty if they can.
std::string why_not_norms(const Configuration& configuration, NormPlacement placement);

/// The numbers of heads that this model can have. The stepper offers them after "as it is".
std::vector<Size> head_counts(const Configuration& configuration);

}  // namespace vitrine
