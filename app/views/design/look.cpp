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

/// For a choice of the design: the view and the tensor that show its effect, and a sentence about it.
struct WhereToLook {
    std::string_view choice;
    View view;
    const char *tensor, *words;
    const char* words_alone = nullptr;              ///< of a model of one stack; null: the same
    bool of_padded = false;                         ///< in a sentence that has padding, where there is one
    const char* words_without_positions = nullptr;  ///< of a model that adds none; null: the same
};

constexpr WhereToLook places_to_look[] = {
    {"unscaled_scores", View::attention, "encoder.layers.0.self_attn.weights", "weights of the first encoder layer",
     "weights of the first layer"},
    {"shared_attention", View::attention, "decoder.layers.0.cross_attn.weights", "weights of the first cross-attention",
     "This model has no cross-attention to look at."},
    {"no_causal_mask", View::masks, "decoder.layers.0.self_attn.mask", "the decoder's mask, and the leak test",
     "the mask, and the leak test"},
    {"no_padding_mask", View::masks, "encoder.layers.0.self_attn.mask", "the encoder's mask", "the mask", true},
    {"mask_after_softmax", View::masks, "decoder.layers.0.self_attn.mask", "the decoder's mask, and what it does to a row",
     "the mask, and what it does to a row"},
    {"padding_on_queries", View::masks, "encoder.layers.0.self_attn.mask", "the encoder's mask", "the mask", true},
    {"unscaled_embeddings", View::tensors, "src.sum", "the sums of embeddings and positions", nullptr, false, "the embeddings"},
    {"no_positions", View::tensors, "memory", "the memory, a row per source token", "the output of the layers, a row per token"},
    {"no_residuals", View::tensors, "memory", "the memory, a row per source token", "the output of the layers, a row per token"},
    {"norm_inside", View::tensors, "encoder.layers.0.residual2", "the residual at the end of the first encoder layer",
     "the residual at the end of the first layer"},
    {"norm", View::tensors, "encoder.layers.0.residual2", "the residual at the end of the first encoder layer",
     "the residual at the end of the first layer"},
    {"heads", View::attention, "encoder.layers.0.self_attn.weights", "the heads of the first encoder layer",
     "the heads of the first layer"},
    {"positions", View::positions, "", "the positions"},
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
    const bool alone = place.words_alone && !state.run->has_both_stacks();
    LookThere there{.words = alone ? place.words_alone : place.words, .commands = {SetView{place.view}}};
    if (place.words_without_positions && !state.run->model->configuration.adds_positions())
        there.words = place.words_without_positions;
    const std::string tensor = tensor_in(*state.run, place.tensor);
    if (!tensor.empty() && !state.run->info(tensor)) return {there.words, {}};
    if (place.of_padded) {
        const auto padded = padded_sentence(state);
        if (padded) there.commands.push_back(SelectSentence{*padded});
        there.words += padded ? " of a padded sentence" : "; no sentence here has padding";
    }
    if (!tensor.empty()) there.commands.push_back(SelectTensor{tensor});
    if (const auto before = untouched(working_run(state)); before != working_run(state) && !state.of<ComparisonView>().pinned) {
        there.commands.push_back(PinRun{before});
        there.words += ", beside the run without alterations";
    }
    return there;
}

}  // namespace vitrine
