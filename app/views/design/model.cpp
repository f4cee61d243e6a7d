/// Draws the choices that make another model.

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/editing.h"
#include "app/run/edited.h"
#include "app/views/design/commands.h"
#include "app/views/design/parts.h"
#include "app/widgets/controls.h"
#include "app/words/design.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float choice_height = 26, part = 18;

/// Draws the name of a choice. A click explains the choice.
void draw_name(Ui& ui, Column& column, VariantPart which, const State& state, Commands& commands) {
    const VariantChoice& choice = variant_choices()[static_cast<std::size_t>(which)];
    const Rect line = column.row(26, 6), area{{line.min.x - 10, line.min.y}, line.max};
    const bool shown = state.of<DesignView>().shown == choice.name;
    const Interaction does = ui.control("design/" + std::string(choice.name), area);
    if (shown || does.hovered) ui.fill(area, ui.theme.raised, metrics::radius);
    if (shown) ui.fill(rect_at({area.min.x, area.min.y + 6}, 3, area.height() - 12), ui.theme.accent, 1);
    ui.text({column.left, area.centre().y}, Font::body, ui.theme.text, choice.label,
            {.max_width = column.width(), .vertical = VerticalAlign::middle});
    if (does.clicked) commands.push_back(ShowDesignChoice{std::string(choice.name)});
}

/// Draws a choice between "as it is" and two alternatives.
void draw_pair(Ui& ui, Column& column, std::span<const Segment> segments, int& selected) {
    const bool in_one = segmented_width(ui, segments) <= column.width();
    const Rect line = column.row(choice_height);
    if (const auto clicked = segmented(ui, line.min, segments.first(in_one ? 3 : 1), selected, ui.theme.dim)) selected = *clicked;
    if (!in_one) {
        column.gap(4);
        const Rect second = column.row(choice_height);
        if (const auto clicked = segmented(ui, second.min, segments.subspan(1), selected - 1, ui.theme.dim))
            selected = *clicked + 1;
    }
    column.gap(part);
}

/// A part of the variant that stays as it is, or becomes one of two alternatives.
template <class Kind>
struct Either {
    std::optional<Kind>& value;
    Kind first, second;
};

template <class Kind>
void draw_either(Ui& ui, Column& column, std::span<const Segment> segments, const Either<Kind>& either) {
    int selected = !either.value ? 0 : *either.value == either.first ? 1 : 2;
    draw_pair(ui, column, segments, selected);
    either.value.reset();
    if (selected > 0) either.value = selected == 1 ? either.first : either.second;
}

/// A note for the alternative that the opened model has itself; empty for the other one.
std::string_view own_tip(bool is_own) {
    return is_own ? "The model has this already; chosen here, its weights are drawn anew." : "";
}

void draw_norm(Ui& ui, Column& column, const State& state, Commands& commands) {
    Variant variant = state.edits.variant;
    draw_name(ui, column, VariantPart::norm, state, commands);
    const Configuration& c = opened(working_run(state))->model->configuration;
    const NormPlacement own = c.norm_placement;
    if (const std::string refused = why_not_norms(c, NormPlacement::after); !refused.empty())
        return void(column.paragraph(Font::note, ui.theme.dim, refused, part));
    const Segment segments[] = {{"design/norm/own", "as it is", {}},
                                {"design/norm/after", "post-norm", own_tip(own == NormPlacement::after)},
                                {"design/norm/before", "pre-norm", own_tip(own == NormPlacement::before)}};
    const Either<NormPlacement> norm{variant.norm_placement, NormPlacement::after, NormPlacement::before};
    draw_either(ui, column, segments, norm);
    if (variant != state.edits.variant) commands.push_back(SetVariant{variant, "norm"});
}

void draw_positions(Ui& ui, Column& column, const State& state, Commands& commands) {
    Variant variant = state.edits.variant;
    draw_name(ui, column, VariantPart::positions, state, commands);
    const PositionKind own = opened(working_run(state))->model->configuration.positions;
    const Segment segments[] = {{"design/positions/own", "as it is", {}},
                                {"design/positions/sinusoidal", "sinusoidal", own_tip(own == PositionKind::sinusoidal)},
                                {"design/positions/learned", "learned", own_tip(own == PositionKind::learned)}};
    const Either<PositionKind> positions{variant.positions, PositionKind::sinusoidal, PositionKind::learned};
    draw_either(ui, column, segments, positions);
    if (variant != state.edits.variant) commands.push_back(SetVariant{variant, "positions"});
}

void draw_heads(Ui& ui, Column& column, const State& state, Commands& commands) {
    Variant variant = state.edits.variant;
    draw_name(ui, column, VariantPart::heads, state, commands);
    const std::vector<Size> counts = head_counts(state.run->model->configuration);
    const int place = variant.heads ? static_cast<int>(std::ranges::find(counts, *variant.heads) - counts.begin()) + 1 : 0;
    const StepperInput input{.name = "design/heads/count",
                             .label = "heads",
                             .value = variant.heads ? std::to_string(*variant.heads) : "as it is",
                             .place = place,
                             .count = static_cast<int>(counts.size()) + 1};
    if (const auto to = stepper(ui, column.row(choice_height, part), input)) {
        variant.heads.reset();
        if (*to > 0) variant.heads = counts[static_cast<std::size_t>(*to - 1)];
        commands.push_back(SetVariant{variant, "heads"});
    }
}

void draw_seed(Ui& ui, Column& column, const State& state, Commands& commands) {
    Variant variant = state.edits.variant;
    const bool is_first = variant.seed <= 1, is_last = variant.seed == std::numeric_limits<std::uint64_t>::max();
    const int place = is_first ? 0 : 1;  // with this seed, between the previous one, if there is one, and the next
    const StepperInput input{.name = "design/seed",
                             .label = "weights from seed",
                             .value = std::to_string(variant.seed),
                             .place = place,
                             .count = place + (is_last ? 1 : 2),
                             .tip = "all weights of the other model are drawn from it"};
    if (const auto to = stepper(ui, column.row(choice_height, part), input)) {
        *to > place ? ++variant.seed : --variant.seed;
        commands.push_back(SetVariant{variant});
    }
}

std::string model_words(const Edits& edits, const Run& run) {
    const Variant& variant = edits.variant;
    const auto set = std::ranges::count_if(edits.interventions.overwrites,
                                           [&](const Overwrite& written) { return find_parameter(run, written.path).present(); });
    const std::string by_hand = set == 0 ? "" : ", " + counted(set, "weight") + " set by hand";
    if (variant.is_own()) return "the opened model with its own weights" + by_hand + ".";
    return "a new model that has learned nothing: " + variant_words(variant) + by_hand + ".";
}

/// Says what run A is. Run A cannot be made into another model, so this replaces the choices.
void draw_kept(Ui& ui, Column& column, const State& state) {
    column.paragraph(Font::note, ui.theme.text, "Run A is " + model_words(shown_edits(state), *shown_run(state)), 10);
    const char* why = "Run A cannot be changed. Show B to choose another model (Shift+B).";
    ui.place("design/kept", column.paragraph(Font::note, ui.theme.dim, why, 12));
}

}  // namespace

void draw_variant_choices(Ui& ui, Column& column, const State& state, Commands& commands) {
    column.title("ANOTHER MODEL", {}, 8);
    const char* why =
        "The learned weights do not fit these choices: each makes a new, untrained model, whose weights are drawn from a seed. Two "
        "such models can be compared.";
    column.paragraph(Font::note, ui.theme.dim, why, 12);
    if (shows_a(state)) return draw_kept(ui, column, state);
    if (!can_edit(state))
        return void(column.paragraph(Font::note, ui.theme.dim, "A model in training cannot be changed here.", 12));
    draw_norm(ui, column, state, commands);
    draw_heads(ui, column, state, commands);
    draw_positions(ui, column, state, commands);
    if (!state.edits.variant.is_own()) draw_seed(ui, column, state, commands);
    column.paragraph(Font::note, ui.theme.text, "This is " + model_words(state.edits, *working_run(state)), 14);
    if (state.edits.variant.is_own()) return;
    if (button(ui, "design/own", column.row(32, 8), {.label = "Back to the model's own weights"}))
        commands.push_back(SetVariant{{.seed = state.edits.variant.seed}});
}

}  // namespace vitrine
