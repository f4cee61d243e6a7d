/// Playing a run, teaching a model, and decoding with it.

#include <fmt/format.h>

#include "app/actions/action_parts.h"
#include "app/base/command.h"
#include "app/base/state.h"
#include "app/base/transport_commands.h"
#include "app/base/window_commands.h"
#include "app/compare/comparing.h"
#include "app/opening/opening_commands.h"
#include "app/views/design/commands.h"
#include "app/views/design/state.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"

namespace vitrine {

namespace {

Action play() {
    return {.id = "run/play",
            .label = "Play the run",
            .menu = ActionMenu::run,
            .keys = "space",
            .key_views = {View::map},
            .tip = "One operation after the other, on the map.",
            .perform =
                [](const State& state, Commands& commands) {
                    if (state.view != View::map) commands.push_back(SetView{View::map});
                    commands.push_back(SetPlaying{!state.transport.playing});
                },
            .refused = needs_run,
            .label_now = [](const State& state) -> std::string { return state.transport.playing ? "Pause" : "Play the run"; }};
}

Action speed(double steps_per_second) {
    return {.id = fmt::format("run/speed-{:g}", steps_per_second),
            .label = fmt::format("{:g} step{} a second", steps_per_second, steps_per_second == 1 ? "" : "s"),
            .menu = ActionMenu::run,
            .listing = steps_per_second == 0.5 ? Listing::first_of_group : Listing::entry,
            .tip = "How fast the run is played.",
            .perform = gives(SetSpeed{steps_per_second}),
            .chosen = [=](const State& state) { return state.transport.steps_per_second == steps_per_second; }};
}

std::string cannot_train(const State& state) {
    if (!state.of<TrainingView>().started) return needs_training(state);
    return state.of<TrainingView>().broken_down() ? "the training has broken down: go back to the last good step first" : "";
}

Action train() {
    return {.id = "run/train",
            .label = "Train",
            .menu = ActionMenu::run,
            .listing = Listing::first_of_group,
            .keys = "space",
            .key_views = {View::train},
            .tip = "One training step after the other.",
            .perform =
                [](const State& state, Commands& commands) {
                    commands.push_back(state.of<TrainingView>().playing ? Command(PauseTraining{}) : Command(PlayTraining{}));
                },
            .refused = cannot_train,
            .label_now = [](const State& state) -> std::string {
                return state.of<TrainingView>().playing ? "Pause the training" : "Train";
            }};
}

std::vector<Action> training() {
    return {train(),
            {.id = "run/train-step",
             .label = "One training step",
             .menu = ActionMenu::run,
             .keys = "s",
             .key_views = {View::train},
             .tip = "Forward, backward, update, once.",
             .perform = gives(StepTraining{}),
             .refused = cannot_train},
            {.id = "run/train-over",
             .label = "Start the training over",
             .menu = ActionMenu::run,
             .tip = "With weights drawn anew, and the choices as they are now.",
             .perform = gives(ResetTraining{}),
             .refused = needs_training},
            {.id = "run/last-good",
             .label = "Back to the last good step",
             .menu = ActionMenu::run,
             .tip = "After a training has broken down.",
             .perform = gives(ReturnToLastGood{}),
             .refused = [](const State& state) -> std::string {
                 const TrainingView& training = state.of<TrainingView>();
                 return training.broken_down() && training.snapshot->last_good ? "" : "no training has broken down";
             }},
            {.id = "run/leave-training",
             .label = "Back to the model that was open",
             .menu = ActionMenu::run,
             .tip = "With what had been changed in it. The training waits under Train.",
             .perform = [](const State& state, Commands& commands) { commands.push_back(OpenModel{state.request}); },
             .refused = [](const State& state) -> std::string {
                 return state.of<TrainingView>().shown ? needs_request(state) : "no model in training is shown";
             }}};
}

/// Each task by its name: only the palette lists them.
std::vector<Action> tasks() {
    std::vector<Action> list;
    for (const TaskInfo& task : list_tasks()) {
        list.push_back(
            {.id = "run/task-" + task.name,
             .label = "Teach a model: " + task.name,
             .menu = ActionMenu::run,
             .listing = Listing::palette_only,
             .tip = task.text,
             .perform =
                 [name = task.name](const State&, Commands& commands) {
                     commands.push_back(SetView{View::train});
                     commands.push_back(SetTask{name});
                 },
             .chosen = [name = task.name](const State& state) { return state.of<TrainingView>().settings.task == name; }});
    }
    return list;
}

/// The switches of the design bench: only the palette lists them.
std::vector<Action> designs() {
    std::vector<Action> list;
    for (const DesignChoice& choice : design_choices()) {
        const auto is_made = [&choice](const State& state) { return choice.is_made(shown_edits(state).design); };
        list.push_back({.id = "run/design-" + std::string(choice.name),
                        .label = "Design: " + std::string(choice.label),
                        .menu = ActionMenu::run,
                        .listing = Listing::palette_only,
                        .tip = std::string(choice.effect),
                        .perform =
                            [&choice, is_made](const State& state, Commands& commands) {
                                commands.push_back(SetDesignChoice{std::string(choice.name), !is_made(state)});
                            },
                        .refused = [&choice, is_made](const State& state) -> std::string {
                            return can_edit(state) ? refusal(state, choice, !is_made(state)) : why_not_edited(state);
                        },
                        .chosen = is_made});
    }
    return list;
}

/// What makes another model, its weights drawn from a seed; once more, and that part is the model's own again.
struct VariantSide {
    VariantPart part;
    std::string name, label;
    std::function<void(Variant&, bool)> make;  ///< takes it, or leaves it as it is
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
             [norm](const Variant& variant) { return variant.norm_placement == norm; }});
    }
    for (const Size heads : {1, 2, 4, 8, 16}) {
        sides.push_back({VariantPart::heads, fmt::format("heads-{}", heads),
                         heads == 1 ? "one head" : fmt::format("{} heads", heads),
                         [heads](Variant& variant, bool made) { variant.heads = made ? std::optional(heads) : std::nullopt; },
                         [heads](const Variant& variant) { return variant.heads == heads; },
                         [heads](const Configuration& c) -> std::string {
                             return c.d_model % heads == 0 ? "" : fmt::format("{} features cannot be shared out evenly", c.d_model);
                         }});
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
                return side.refused ? side.refused(state.run->model->configuration) : "";
            },
            .chosen = [side](const State& state) { return side.is_made(shown_edits(state).variant); }};
}

/// Variants: only the palette lists them.
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
                    .listing = Listing::palette_only,
                    .tip = "Takes the other model back.",
                    .also = "design variant another",
                    .perform = [](const State& state,
                                  Commands& commands) { commands.push_back(SetVariant{{.seed = state.edits.variant.seed}}); },
                    .refused = needs_variant});
    return list;
}

}  // namespace

std::vector<Action> run_actions() {
    std::vector<Action> list{play()};
    for (const double steps_per_second : {0.5, 1.0, 2.0, 4.0}) list.push_back(speed(steps_per_second));
    for (auto part : {training, decoding_actions, tasks, designs, variants}) {
        for (Action& action : part()) list.push_back(std::move(action));
    }
    return list;
}

}  // namespace vitrine
