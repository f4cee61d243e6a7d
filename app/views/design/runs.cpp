#include "app/views/design/runs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/tried.h"
#include "app/run/edited.h"
#include "app/run/prediction.h"
#include "app/state/state.h"
#include "app/views/design/state.h"
#include "app/words/alterations.h"
#include "app/words/changes.h"
#include "app/words/design.h"

namespace vitrine {

namespace {

/// Whether the predictions of A and B can be compared position by position: same shape, same vocabulary.
bool fit(const Run& a, const Run& b) {
    return a.activations->predictions.layout().shape == b.activations->predictions.layout().shape &&
           side_of_predictions(a) == side_of_predictions(b) &&
           vocabulary_of(a, side_of_predictions(a)).words() == vocabulary_of(b, side_of_predictions(b)).words();
}

/// One side of a choice: its name, and the edits that lead there.
struct ChoiceSide {
    std::string name;
    Edits edits;
};

/// The choice on and off, with the run's other edits. Both sides are the same if the model was trained without the choice.
std::pair<ChoiceSide, ChoiceSide> sides_of(const Run& run, const DesignChoice& choice) {
    ChoiceSide on{"on", run.edits}, off{"off", run.edits};
    choice.make(on.edits.design, false);
    choice.make(off.edits.design, true);
    return {on, off};
}

std::string positions_words(PositionKind kind) { return kind == PositionKind::learned ? "learned" : "sinusoidal"; }

std::string heads_words(Size heads) { return heads == 1 ? "one head" : fmt::format("{} heads", heads); }

/// The two values of a part of the variant, both with weights drawn from its seed. `own`: of the opened model.
std::pair<ChoiceSide, ChoiceSide> sides_of(const Run& run, const Configuration& own, VariantPart part) {
    const auto side = [&](std::string name, auto Variant::*member, auto value) {
        ChoiceSide made{std::move(name), run.edits};
        made.edits.variant.*member = value;
        return made;
    };
    if (part == VariantPart::norm)
        return {side("post-norm", &Variant::norm_placement, NormPlacement::after),
                side("pre-norm", &Variant::norm_placement, NormPlacement::before)};
    if (part == VariantPart::positions)
        return {side(positions_words(PositionKind::sinusoidal), &Variant::positions, PositionKind::sinusoidal),
                side(positions_words(PositionKind::learned), &Variant::positions, PositionKind::learned)};
    const Size chosen = run.edits.variant.heads.value_or(own.nhead), other = chosen == own.nhead ? 1 : chosen;
    return {side(heads_words(own.nhead), &Variant::heads, own.nhead), side(heads_words(other), &Variant::heads, other)};
}

bool is_set(const Variant& variant, VariantPart part) {
    switch (part) {
        case VariantPart::norm:
            return variant.norm_placement.has_value();
        case VariantPart::heads:
            return variant.heads.has_value();
        default:
            return variant.positions.has_value();
    }
}

RunPair alone(const std::shared_ptr<const Run>& run, std::string title) { return {run, run, std::move(title), {}}; }

/// The pair of two sides, one of which is the run itself.
RunPair pair_of(const std::shared_ptr<const Run>& run, const std::pair<ChoiceSide, ChoiceSide>& sides) {
    const auto first = tried(run, sides.first.edits), second = tried(run, sides.second.edits);
    const auto title = [&](const ChoiceSide& side, const std::shared_ptr<const Run>& made) {
        return side.name + (made == run ? ", as it is now" : ", as it would be");
    };
    if (first && second && first != second) return {first, second, title(sides.first, first), title(sides.second, second), false};
    return alone(run, "as it is now");
}

RunPair pair_of(const std::shared_ptr<const Run>& run, std::string_view shown) {
    if (const DesignChoice* choice = find_design_choice(shown)) {
        const bool is_off = choice->is_made(run->regime.design);
        const auto sides = sides_of(*run, *choice);
        RunPair pair = pair_of(run, sides);
        // Where the model was trained without the choice, no edit switches it on.
        if (pair.differ() && !choice->is_made(pair.first->regime.design) && choice->is_made(pair.second->regime.design))
            return pair;
        if (is_off) return alone(run, "off, as it is now");
        const bool can_be_off = refusal(sides.second.edits.design, run->model->configuration).empty();
        return alone(run, can_be_off ? "on, as it is now" : "as it is now");
    }
    const VariantPart part = part_of(shown);
    if (!is_set(run->edits.variant, part)) return alone(run, "as it is now");
    return pair_of(run, sides_of(*run, opened(run)->model->configuration, part));
}

/// The run whose choices are explained.
const std::shared_ptr<const Run>& explained_run(const State& state) {
    return state.run->difference ? state.run->difference->b : state.run;
}

}  // namespace

RunPair run_pair(const State& state) {
    const RunDifference* difference = state.run->difference.get();
    if (difference && fit(*difference->a, *difference->b)) return {difference->a, difference->b, "run A", "run B", true};
    return pair_of(explained_run(state), state.of<DesignView>().shown);
}

std::string pair_words(const State& state, const RunPair& runs) {
    if (runs.are_a_and_b) return fmt::format("A: {}.\nB: {}.", run_words(*runs.first), run_words(*runs.second));
    const std::string whose = state.run->difference ? "Run B alone, since A has other sentences or another vocabulary. " : "";
    const Run& run = *explained_run(state);
    if (!runs.differ()) return whose + (run.edits.alter() ? "Altered: " + alterations_text(run) + "." : "Nothing is altered.");
    if (!find_design_choice(state.of<DesignView>().shown))
        return whose + fmt::format("Both are drawn from seed {} and have learned nothing; all else is the same in both.",
                                   run.edits.variant.seed);
    const std::string others = alterations_text(*runs.first);
    return whose + fmt::format("All else is the same in both{}.", others.empty() ? "" : ": " + others);
}

}  // namespace vitrine
