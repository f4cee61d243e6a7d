#include "app/edit/altered_list.h"

#include <utility>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/edit/batch_editing.h"
#include "app/edit/switching.h"
#include "app/run/cell_values.h"
#include "app/words/alterations.h"
#include "app/words/design.h"
#include "core/listing/cell_text.h"
#include "core/model/design_choices.h"

namespace vitrine {

namespace {

/// Lists the alterations of one kind, each with the edits that remain when it is undone.
template <class Things, class Words>
void list_each(const Edits& edits, Things Interventions::*things, const std::string& name, const Words& words,
               std::vector<AlteredThing>& list) {
    const auto& all = edits.interventions.*things;
    for (std::size_t i = 0; i < all.size(); ++i) {
        Edits without = edits;
        auto& left = without.interventions.*things;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        list.push_back({fmt::format("{}/{}", name, i), words(all[i]), std::move(without)});
    }
}

/// "self_attn.scores[0, 0, 1, 2] in encoder layer 1 is set to 2.5"
std::string words_of(const Run& run, const Overwrite& overwrite) {
    const std::string layer = layer_of(overwrite.path);
    const std::string cell = index_text(run.find(overwrite.path).layout, overwrite.index);
    const std::string value = value_words(run, overwrite.path, overwrite.value);
    if (layer.empty()) return fmt::format("{}{} is set to {}", overwrite.path, cell, value);
    const std::string name = overwrite.path.substr(layer.size() + 1);
    const std::string stack = layer.substr(layer.starts_with("transformer.") ? 12 : 0);
    return fmt::format("{}{} in {} is set to {}", name, cell, words_of(run, Switch{SwitchedPart::layer, stack}), value);
}

/// Lists each design choice that is switched off, and a variant of the model.
void list_design(const Configuration& c, const Edits& edits, std::vector<AlteredThing>& list) {
    for (const DesignChoice& choice : design_choices()) {
        if (!choice.is_made(edits.design)) continue;
        Edits without = edits;
        choice.make(without.design, false);
        list.push_back({"design/" + std::string(choice.name), with_norm_of(c, choice.departure_phrase), std::move(without)});
    }
    if (edits.variant.is_own()) return;
    Edits without = edits;
    without.variant = {};
    list.push_back({"variant", "Another model: " + variant_words(edits.variant), std::move(without)});
}

}  // namespace

std::vector<AlteredThing> altered_things(const State& state) {
    const Run& run = *shown_run(state);
    const Edits& edits = shown_edits(state);
    std::vector<AlteredThing> list;
    if (auto without = on_original_sentences(state))
        list.push_back({other_sentences, "not the sentences that the model was opened with", std::move(*without)});
    list_each(
        edits, &Interventions::overwrites, "overwrite",
        [&](const Overwrite& one) { return words_of(run, one) + without_effect_words(edits.interventions, one); }, list);
    list_each(
        edits, &Interventions::silenced, "head",
        [&](const SilencedHead& one) {
            return fmt::format("head {} of {} is silenced", one.head + 1, sublayer_words(run, one.attention));
        },
        list);
    list_each(
        edits, &Interventions::skipped_sublayers, "sublayer",
        [&](const std::string& one) { return sublayer_words(run, one) + " is switched off"; }, list);
    list_each(
        edits, &Interventions::skipped_residuals, "residual",
        [&](const std::string& one) { return "the residual connection around " + sublayer_words(run, one) + " is switched off"; },
        list);
    list_design(run.model->configuration, edits, list);
    return list;
}

std::optional<Edits> on_original_sentences(const State& state) {
    Edits without = shown_edits(state);
    if (!without.batch) return std::nullopt;
    without.batch.reset();
    return fitting(*shown_run(state), without).edits;
}

}  // namespace vitrine
