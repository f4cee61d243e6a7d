#include "app/views/design/places.h"

#include <array>

#include "app/run/positions.h"
#include "core/model/description.h"

namespace vitrine {

namespace {

StackKind first_stack(const Run& run) { return run.model->configuration.has_encoder() ? StackKind::encoder : StackKind::decoder; }

/// The residual or the norm, whichever list of names is given, of the last sublayer of a layer.
std::string at_end_of_layer(const Run& run, std::size_t layer, const std::array<std::string_view, 3>& names) {
    const std::size_t sublayers = sublayers_of(run.model->configuration, first_stack(run)).size();
    return layer_path(first_stack(run), layer) + '.' + std::string(names[sublayers - 1]);
}

/// The output of the first stack: its final norm or, if it has none, its last layer.
std::string output_path(const Run& run) {
    if (run.has_both_stacks()) return "memory";
    const ModelDescription& model = run.outline().model;
    const StackDescription& stack = first_stack(run) == StackKind::encoder ? model.encoder : model.decoder;
    if (stack.layers.empty()) return "";  // one attention alone
    if (stack.final_norm) return norm_after(first_stack(run));
    const bool ends_with_norm = stack.layers.back().sublayers.back().norm_placement == NormPlacement::after;
    return at_end_of_layer(run, stack.layers.size() - 1, ends_with_norm ? norm_names : residual_names);
}

const char* braced_words(DesignTensor tensor) {
    switch (tensor) {
        case DesignTensor::input:
            return "sums of embeddings and positions";
        case DesignTensor::positions:
            return "positions that are added to {source }tokens";
        case DesignTensor::first_scores:
            return "scores of the first {encoder }layer";
        case DesignTensor::first_weights:
            return "weights of the first {encoder }layer";
        case DesignTensor::first_mask:
            return "{encoder's }mask";
        case DesignTensor::first_residual:
            return "residual at the end of the first {encoder }layer";
        case DesignTensor::causal_weights:
            return "weights of the first {decoder }layer";
        case DesignTensor::causal_mask:
            return "{decoder's }mask";
        case DesignTensor::cross_weights:
            return "weights of the first cross-attention";
        default:
            return "output of the layers, a row per token";
    }
}

}  // namespace

std::string path_in(const Run& run, DesignTensor tensor) {
    switch (tensor) {
        case DesignTensor::input:
            return path_of(first_side(run)) + ".sum";
        case DesignTensor::positions:
            return positions_tensor(first_side(run));
        case DesignTensor::first_scores:
            return path_of(first_self_attention(run)) + ".scores";
        case DesignTensor::first_weights:
            return path_of(first_self_attention(run)) + ".weights";
        case DesignTensor::first_mask:
            return path_of(first_self_attention(run)) + ".mask";
        case DesignTensor::first_residual:
            return at_end_of_layer(run, 0, residual_names);
        case DesignTensor::causal_weights:
            return path_of(first_causal_attention(run)) + ".weights";
        case DesignTensor::causal_mask:
            return path_of(first_causal_attention(run)) + ".mask";
        case DesignTensor::cross_weights:
            return path_of(AttentionPlace{AttentionKind::cross, 0}) + ".weights";
        default:
            return output_path(run);
    }
}

std::string words_of(const Run& run, DesignTensor tensor) {
    if (tensor == DesignTensor::output && run.has_both_stacks()) return "memory, a row per source token";
    const bool no_sum = tensor == DesignTensor::input && !run.model->configuration.adds_positions();
    return text_for(run, no_sum ? "embeddings, a row per {source }token" : braced_words(tensor));
}

std::string text_for(const Run& run, std::string_view text) {
    std::string words;
    bool braced = false;
    for (const char c : text) {
        if (c == '{' || c == '}')
            braced = c == '{';
        else if (!braced || run.has_both_stacks())
            words += c;
    }
    return words;
}

Side first_side(const Run& run) { return run.model->configuration.has_encoder() ? Side::source : Side::target; }

AttentionPlace first_self_attention(const Run& run) {
    return {run.model->configuration.has_encoder() ? AttentionKind::encoder_self : AttentionKind::decoder_self, 0};
}

AttentionPlace first_causal_attention(const Run& run) {
    return {run.model->configuration.has_decoder() ? AttentionKind::decoder_self : AttentionKind::encoder_self, 0};
}

}  // namespace vitrine
