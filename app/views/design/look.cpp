#include "app/views/design/look.h"

#include <algorithm>

#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/run/edited.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/design/places.h"
#include "app/views/design/state.h"

namespace vitrine {

namespace {

/// The view and the tensor that show the effect of a design choice.
struct WhereToLook {
    std::string_view choice;
    View view;
    DesignTensor tensor;
    const char* words = nullptr;  ///< a text for text_for; null: the tensor's words
    bool of_padded = false;       ///< look at a sentence with padding, if there is one
};

constexpr WhereToLook places_to_look[] = {
    {"unscaled_scores", View::attention, DesignTensor::first_weights},
    {"shared_attention", View::attention, DesignTensor::cross_weights},
    {"no_causal_mask", View::masks, DesignTensor::causal_mask, "the {decoder's }mask, and the leak test"},
    {"no_padding_mask", View::masks, DesignTensor::first_mask, nullptr, true},
    {"mask_after_softmax", View::masks, DesignTensor::causal_mask, "the {decoder's }mask, and what it does to a row"},
    {"padding_on_queries", View::masks, DesignTensor::first_mask, nullptr, true},
    {"unscaled_embeddings", View::tensors, DesignTensor::input},
    {"no_positions", View::tensors, DesignTensor::output},
    {"no_residuals", View::tensors, DesignTensor::output},
    {"norm_inside", View::tensors, DesignTensor::first_residual},
    {"norm", View::tensors, DesignTensor::first_residual},
    {"heads", View::attention, DesignTensor::first_weights, "the heads of the first {encoder }layer"},
    {"positions", View::positions, DesignTensor::positions, "the positions"},
};

}  // namespace

std::optional<Size> padded_sentence(const State& state) {
    const Configuration& c = state.run->model->configuration;
    const IndexTensor& source = tokens_read(*state.run, first_side(*state.run));
    const std::int32_t pad = c.has_encoder() ? c.pad_src : c.pad_tgt;
    const auto is_padded = [&](Size sentence) {
        const std::int32_t* first = source.data() + sentence * source.size(1);
        return std::count(first, first + source.size(1), pad) > 0;
    };
    if (is_padded(state.selection.sentence)) return state.selection.sentence;
    for (Size sentence = 0; sentence < source.size(0); ++sentence) {
        if (is_padded(sentence)) return sentence;
    }
    return std::nullopt;
}

LookThere look_there(const State& state) {
    const auto found = std::ranges::find(places_to_look, state.of<DesignView>().shown, &WhereToLook::choice);
    const WhereToLook& place = found == std::end(places_to_look) ? places_to_look[0] : *found;
    const Run& run = *state.run;
    if (place.tensor == DesignTensor::cross_weights && !run.has_both_stacks())
        return {"This model has no cross-attention to look at.", {}};
    LookThere there{.words = place.words ? text_for(run, place.words) : "the " + words_of(run, place.tensor),
                    .commands = {SetView{place.view}}};
    const std::string tensor = path_in(run, place.tensor);
    if (place.view != View::positions && !run.info(tensor)) return {there.words, {}};
    if (place.of_padded) {
        const auto padded = padded_sentence(state);
        if (padded) there.commands.push_back(SelectSentence{*padded});
        there.words += padded ? " of a padded sentence" : "; no sentence here has padding";
    }
    if (place.view != View::positions) there.commands.push_back(SelectTensor{tensor});
    if (const auto before = untouched(working_run(state)); before != working_run(state) && !state.of<ComparisonView>().pinned) {
        there.commands.push_back(PinRun{before});
        there.words += ", beside the run without alterations";
    }
    return there;
}

}  // namespace vitrine
