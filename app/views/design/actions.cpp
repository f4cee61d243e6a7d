/// The switches of the Design view, which the palette lists.

#include <functional>

#include <fmt/format.h>

#include "app/base/action.h"
#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/run/run.h"
#include "app/state/refusals.h"
#include "app/state/state.h"
#include "app/views/design/commands.h"
#include "app/views/design/state.h"
#include "app/views/design/view.h"
#include "app/words/design.h"

namespace vitrine {

namespace {

/// The switches: only the palette lists them.
std::vector<Action> designs() {
    std::vector<Action> list;
    for (const DesignChoice& choice : design_choices()) {
        const auto is_off = [&choice](const State& state) { return choice.is_made(shown_design(state)); };
        list.push_back({.id = "run/design-" + std::string(choice.name),
                        .label = "Design: " + with_any_norm(choice.label),
                        .menu = ActionMenu::run,
                        .for_lessons = true,
                        .group = 5,
                        .listing = Listing::palette_only,
                        .tip = std::string(choice.effect),
                        .also = std::string(choice.departure_phrase),
                        .perform =
                            [&choice, is_off](const State& state, Commands& commands) {
                                commands.push_back(SetDesignChoice{std::string(choice.name), !is_off(state)});
                            },
                        .refused = [&choice, is_off](const State& state) -> std::string {
                            return can_edit(state) ? refusal(state, choice, !is_off(state)) : why_not_edited(state);
                        },
                        .chosen = [is_off](const State& state) { return !is_off(state); }});
    }
    return list;
}

/// A setting of the variant, whose weights are drawn from a seed. Performing it again restores that part of the model.
struct VariantSide {
    VariantPart part;
    std::string name, label;
    std::function<void(Variant&, bool)> make;  ///< sets it, or gives the part back its own setting
    std::function<bool(const Variant&)> is_made;
    std::function<std::string(const Configuration&)> refused = {};
};

std::vector<VariantSide> variant_sides() {
    std::vector<VariantSide> sides;
    for (const NormPlacement norm : {NormPlacement::after, NormPlacement::before}) {
        const std::string word = norm == NormPlacement::after ? "post-norm" : "pre-norm";
        sides.push_back(
            {VariantPart::norm, word, word,
             [norm](Variant& variant, bool made) { variant.norm_placement = made ? std::optional(norm) : std::nullopt; },
             [norm](const Variant& variant) { return variant.norm_placement == norm; },
             [norm](const Configuration& c) { return why_not_norms(c, norm); }});
    }
    for (const Size heads : {1, 2, 4, 8, 16}) {
        sides.push_back({VariantPart::heads, fmt::format("heads-{}", heads),
                         heads == 1 ? "one head" : fmt::format("{} heads", heads),
                         [heads](Variant& variant, bool made) { variant.heads = made ? std::optional(heads) : std::nullopt; },
                         [heads](const Variant& variant) { return variant.heads == heads; },
                         [heads](const Configuration& c) { return why_not_heads(c, heads); }});
    }
    for (const PositionKind kind : {PositionKind::sinusoidal, PositionKind::learned}) {
        const std::string word = kind == PositionKind::sinusoidal ? "sinusoidal" : "learned";
        sides.push_back({VariantPart::positions, word + "-positions", word + " positions",
                         [kind](Variant& variant, bool made) { variant.positions = made ? std::optional(kind) : std::nullopt; },
                         [kind](const Variant& variant) { return variant.positions == kind; }});
    }
    return sides;
}

Action variant_action(const VariantSide& side) {
    const std::string_view shown = variant_choices()[static_cast<std::size_t>(side.part)].name;
    return {.id = "run/variant-" + side.name,
            .label = "Another model: " + side.label,
            .menu = ActionMenu::run,
            .for_lessons = true,
            .group = 6,
            .listing = Listing::palette_only,
            .tip = "Its weights are drawn from a seed. Once more, and that part is the model's own again.",
            .also = "design variant",
            .perform =
                [side, shown](const State& state, Commands& commands) {
                    Variant variant = state.edits.variant;
                    side.make(variant, !side.is_made(variant));
                    commands.push_back(SetVariant{variant, std::string(shown)});
                },
            .refused = [side](const State& state) -> std::string {
                if (!can_edit(state)) return why_not_edited(state);
                if (!state.run->is_transformer()) return "one attention alone has no other variant";
                return side.refused ? side.refused(state.run->model->configuration) : "";
            },
            .chosen = [side](const State& state) { return side.is_made(shown_edits(state).variant); }};
}

/// The variants. Only the palette lists them.
std::vector<Action> variants() {
    std::vector<Action> list;
    for (const VariantSide& side : variant_sides()) list.push_back(variant_action(side));
    const auto needs_variant = [](const State& state) -> std::string {
        if (!can_edit(state)) return why_not_edited(state);
        return state.edits.variant.is_own() ? "the model has its own weights" : "";
    };
    list.push_back({.id = "run/variant-seed",
                    .label = "Another model: weights from the next seed",
                    .menu = ActionMenu::run,
                    .for_lessons = true,
                    .group = 6,
                    .listing = Listing::palette_only,
                    .tip = "All weights of the other model are drawn anew.",
                    .also = "design variant random",
                    .perform =
                        [](const State& state, Commands& commands) {
                            Variant variant = state.edits.variant;
                            ++variant.seed;
                            commands.push_back(SetVariant{variant});
                        },
                    .refused = needs_variant});
    list.push_back({.id = "run/variant-own",
                    .label = "Back to the model's own weights",
                    .menu = ActionMenu::run,
                    .for_lessons = true,
                    .group = 6,
                    .listing = Listing::palette_only,
                    .tip = "Takes the other model back.",
                    .also = "design variant another",
                    .perform = [](const State& state,
                                  Commands& commands) { commands.push_back(SetVariant{{.seed = state.edits.variant.seed}}); },
                    .refused = needs_variant});
    return list;
}

}  // namespace

std::vector<Action> design_actions(const Module&) {
    std::vector<Action> list = designs();
    for (Action& action : variants()) list.push_back(std::move(action));
    return list;
}

}  // namespace vitrine
