#include "app/views/design/state.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "app/views/design/words.h"
#include "core/model/description.h"

namespace vitrine {

bool is_known_choice(std::string_view name) {
    return find_design_choice(name) || std::ranges::find(variant_choices(), name, &VariantChoice::name) != variant_choices().end();
}

ExplainedChoice explained_choice(const State& state) {
    const std::string& shown = state.of<DesignView>().shown;
    const Run& run = run_b_or_self(*state.run);
    if (const DesignChoice* choice = find_design_choice(shown)) {
        const std::string before = equation_with(state, *choice, false);
        const std::string after = equation_with(state, *choice, true);
        const bool of_the_paper = before == choice->equation(Configuration{}, Design{});
        ChoiceWords words = choice_words(run, *choice);
        return {.name = choice->name,
                .label = choice_label(run, *choice),
                .before = before,
                .after = after == before ? "" : after,
                .before_caption = after == before ? "in this model"
                                  : of_the_paper  ? "on, as in the paper"
                                                  : "on",
                .after_caption = "off",
                .effect = std::move(words.effect),
                .look = std::move(words.look)};
    }
    const VariantPart part = part_of(shown);
    const VariantChoice& choice = variant_choices()[static_cast<std::size_t>(part)];
    ChoiceWords words = choice_words(run, part);
    return {.name = choice.name,
            .label = std::string(choice.label),
            .before = variant_equation(run, choice.one),
            .after = variant_equation(run, choice.other),
            .before_caption = "in the paper",
            .after_caption = "the other way",
            .effect = std::move(words.effect),
            .look = std::move(words.look)};
}

std::string equation_with(const State& state, const DesignChoice& choice, bool made) {
    Design design = shown_design(state);
    choice.make(design, made);
    return choice.equation(state.run->model->configuration, design);
}

Design shown_design(const State& state) { return both(opened(shown_run(state))->regime.design, shown_edits(state).design); }

Design with_choice(const State& state, const DesignChoice& choice, bool made) {
    Design design = state.edits.design;
    choice.make(design, made);
    return design;
}

namespace {

/// A refusal as the window words it: without the name of the refused choice, and with the labels of other choices.
std::string in_labels(std::string refusal) {
    if (const std::size_t name = refusal.find(": "); name != std::string::npos) refusal.erase(0, name + 2);
    for (const DesignChoice& choice : design_choices()) {
        if (const std::size_t at = refusal.find(choice.name); at != std::string::npos)
            refusal.replace(at, choice.name.size(), fmt::format("“{}”", choice.label));
    }
    return refusal;
}

}  // namespace

std::string refusal(const State& state, const DesignChoice& choice, bool made) {
    const Design own = opened(working_run(state))->regime.design;
    if (!made && choice.is_made(own)) return "the model was trained without it: only another training can change that";
    return in_labels(refusal(both(own, with_choice(state, choice, made)), state.run->model->configuration));
}

std::string why_not_heads(const Configuration& c, Size heads) {
    if (c.d_model % heads != 0) return fmt::format("{} dimensions cannot be divided evenly among {} heads", c.d_model, heads);
    if (!c.is_rotary()) return "";
    const Size width = c.d_model / heads, turned = c.rotary_width ? *c.rotary_width * width / c.head_width(c.last_stack()) : width;
    if (turned > 0 && turned % 2 == 0) return "";
    return fmt::format("of heads of {} dimensions {} would be rotated: rotary positions rotate pairs of dimensions", width, turned);
}

std::string why_not_norms(const Configuration& c, NormPlacement placement) {
    bool parallel = false;
    for_each_layer(describe(c), [&](const LayerDescription& layer) { parallel |= layer.is_parallel(); });
    if (!parallel || placement == NormPlacement::before) return "";
    return "its sublayers stand side by side and read a norm, which cannot stand behind all of them";
}

std::vector<Size> head_counts(const Configuration& c) {
    std::vector<Size> counts;
    for (Size heads = 1; heads <= c.d_model; ++heads) {
        if (why_not_heads(c, heads).empty()) counts.push_back(heads);
    }
    return counts;
}

}  // namespace vitrine
