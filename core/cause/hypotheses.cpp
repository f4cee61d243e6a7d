#include "core/cause/hypotheses.h"

#include <algorithm>

#include "core/cause/variants.h"

namespace vitrine {

namespace {

std::vector<int> up_to(int count) {
    std::vector<int> variants;
    for (int i = 0; i < count; ++i) variants.push_back(i);
    return variants;
}

/// The variants of a mistake that can be in all sublayers or norms (0) or in one of them. If there is only one, that is all.
std::vector<int> in_each(int count, int forms) {
    std::vector<int> variants;
    for (int number = 0; number <= (count > 1 ? count : 0); ++number) {
        for (int form = 0; form < forms; ++form) variants.push_back(number * forms + form);
    }
    return variants;
}

/// The other activations; for GELU also its approximation.
std::vector<int> other_activations(const LayerConfiguration& layer) {
    std::vector<int> variants = up_to(static_cast<int>(ActivationKind::gelu_tanh) + 1);
    std::erase(variants, static_cast<int>(layer.activation));
    return variants;
}

/// Mistakes of a LayerNorm, which layers, stacks and embeddings have.
std::vector<int> variants_of_norm(CauseKind kind, const CauseRange& place, const Configuration& c) {
    const bool there = place.place == CausePlace::layer || (place.place == CausePlace::stack && c.final_norm) ||
                       (place.place == CausePlace::side && c.embedding_norm);
    const LayerConfiguration& layer = layer_at(place.where, c);
    const bool inside = layer.layer_norm != LayerNormKind::annotated;  // ε is inside the root
    if (!there || c.d_model < 2) return {};
    // A missing LayerNorm of a stack is a kind of its own.
    if (kind == CauseKind::norm_missing) return place.place == CausePlace::stack ? std::vector<int>{} : in_each(place.norms, 1);
    if (kind == CauseKind::variance_divisor) {
        if (layer.is_rms()) return {};  // there is no variance
        std::vector<int> variants;
        for (const int number : in_each(place.norms, 1)) variants.push_back(number * norm_forms);
        return variants;
    }
    if (kind != (inside ? CauseKind::eps_outside_root : CauseKind::eps_inside_root)) return {};
    std::vector<int> variants = in_each(place.norms, norm_forms);
    if (layer.is_rms()) std::erase_if(variants, [](int variant) { return variant % norm_forms != 0; });
    return variants;
}

/// Mistakes of one attention.
std::vector<int> variants_of_attention(CauseKind kind, const CauseRange& place, const OurRun& run) {
    const AttentionDescription of = attention_at(place.where, run.configuration);
    const bool cross = place.where.ends_with(name(SublayerKind::cross_attention)), causal = of.mask.causal,
               hides_padding = of.mask.pad != no_token;
    const bool whole = of.query_rows() == run.configuration.d_model;
    switch (kind) {
        case CauseKind::scores_not_divided:
        case CauseKind::divided_by_sqrt_d_model:
        case CauseKind::divided_by_width:
            return up_to(of.divisor.root_of_width ? 1 : 0);
        case CauseKind::no_causal_mask:
            return up_to(causal ? 1 : 0);
        case CauseKind::causal_mask_shifted:
            return up_to(causal ? 2 : 0);
        case CauseKind::no_padding_mask:
            return up_to(hides_padding ? 1 : 0);
        case CauseKind::mask_on_queries:
            if (!hides_padding) return causal ? std::vector{static_cast<int>(QueryMaskForm::transposed)} : std::vector<int>{};
            return up_to(cross ? 1 : 2);
        case CauseKind::mask_inverted:
            if (!hides_padding) return causal ? std::vector{static_cast<int>(InvertedForm::causal)} : std::vector<int>{};
            return up_to(causal ? 3 : 1);
        case CauseKind::memory_mask_wrong:
            return up_to(cross && hides_padding ? memory_mask_shift + static_cast<int>(std::min<Size>(run.batch.sentences(), 9)) - 1
                                                : 0);
        case CauseKind::mask_before_scaling:
        case CauseKind::mask_scaled:
            return up_to(run.configuration.mask_value && of.divisor.root_of_width ? 2 : 0);
        case CauseKind::mask_after_softmax:
            return up_to(hides_padding || causal ? 1 : 0);
        case CauseKind::query_key_swapped:
            return up_to(of.key_heads == of.heads ? 1 : 0);
        case CauseKind::softmax_wrong_axis:
            return up_to(3);
        case CauseKind::heads_merged_wrong:
            return up_to(2);
        case CauseKind::heads_split_wrong:
            return up_to(4);
        case CauseKind::output_projection_transposed:
        case CauseKind::output_projection_missing:
            return up_to(whole ? 1 : 0);
        case CauseKind::shared_attention:
            return up_to(cross ? 1 : 0);
        case CauseKind::rotation_missing:
            return up_to(of.rotation ? 1 : 0);
        case CauseKind::position_bias_missing:
            return up_to(of.position_bias ? 1 : 0);
        case CauseKind::head_norm_missing:
            return up_to(of.query_key_norm != QueryKeyNorm::none ? 1 : 0);
        case CauseKind::scores_cap_missing:
            return up_to(of.scores_cap ? 1 : 0);
        case CauseKind::window_missing:
            return up_to(of.mask.window ? 1 : 0);
        default:
            return up_to(1);
    }
}

std::vector<int> variants_of_layer(CauseKind kind, const CauseRange& place, const Configuration& c) {
    const int sublayers = place.sublayers;
    const LayerConfiguration& layer = layer_at(place.where, c);
    const NormPlacement placement = layer.norm_placement;
    const bool parallel = layer.sublayer_order != SublayerOrder::sequential;
    switch (kind) {
        case CauseKind::norm_order:
            return up_to(!parallel && (placement == NormPlacement::after || placement == NormPlacement::before) ? 1 : 0);
        case CauseKind::norm_inside:
            return up_to(!parallel && placement != NormPlacement::inside ? 1 : 0);
        case CauseKind::residual_missing:
            return parallel ? up_to(1) : in_each(sublayers, 1);
        case CauseKind::residual_wrong_source:
            return parallel ? std::vector<int>{} : in_each(sublayers, residual_sources);
        case CauseKind::activation_wrong:
            return other_activations(layer);
        case CauseKind::dropout_on:
            return {};  // found from the numbers: core/cause/dropout.h
        default:
            return up_to(1);
    }
}

std::vector<int> variants_of_side(CauseKind kind, const CauseRange& place, const OurRun& run) {
    const Configuration& c = run.configuration;
    const bool has_loss = place.where == side_of_loss(c) && !run.batch.labels.empty();
    const bool has_padding = c.output_padding() != no_token && c.output_padding() != filler;
    const bool sinusoidal = c.positions == PositionKind::sinusoidal;
    switch (kind) {
        case CauseKind::embedding_not_scaled:
            return up_to(c.scale_embedding ? 1 : 0);
        case CauseKind::embedding_scaled:
            return up_to(c.scale_embedding ? 0 : 1);
        case CauseKind::positions_off_by_one:
            return up_to(c.adds_positions() ? 2 : 0);
        case CauseKind::positions_missing:
            return up_to(c.adds_positions() ? 1 : 0);
        case CauseKind::positions_in_halves:
            return up_to(sinusoidal && c.d_model % 2 == 0 ? 1 : 0);
        case CauseKind::labels_not_shifted:
            return up_to(has_loss && c.has_decoder() ? 2 : 0);
        case CauseKind::loss_of_padding:
            return up_to(has_loss && has_padding ? 1 : 0);
        default:
            return up_to(1);
    }
}

std::vector<int> variants_at(CauseKind kind, const CauseRange& place, const OurRun& run) {
    const bool of_norm = kind == CauseKind::norm_missing || kind == CauseKind::eps_outside_root ||
                         kind == CauseKind::eps_inside_root || kind == CauseKind::variance_divisor;
    if (of_norm) return variants_of_norm(kind, place, run.configuration);
    if (place_of(kind) != place.place) return {};
    switch (place.place) {
        case CausePlace::attention:
            return variants_of_attention(kind, place, run);
        case CausePlace::layer:
            return variants_of_layer(kind, place, run.configuration);
        case CausePlace::side:
            return variants_of_side(kind, place, run);
        default:
            return up_to(run.configuration.final_norm ? 1 : 0);
    }
}

/// Adds a place with the range of its tensors, if it has any.
void add_place(CauseRange range, const OurRun& run, std::vector<CauseRange>& places) {
    const std::string& where = range.where;
    const auto& tensors = run.trace.outline->tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::string& path = tensors[i].path;
        const bool inside = range.place == CausePlace::stack ? path.starts_with(where + ".norm") : path.starts_with(where + '.');
        if (!inside) continue;
        if (range.first < 0) range.first = static_cast<int>(i);
        range.last = static_cast<int>(i);
    }
    // The loss, which the labels of a side give, is at the end of the run.
    if (where == side_of_loss(run.configuration) && !run.batch.labels.empty()) range.last = static_cast<int>(tensors.size()) - 1;
    if (range.first >= 0) places.push_back(range);
}

std::vector<std::string> names_of_norms(const LayerDescription& layer) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < layer.norms(); ++i) names.emplace_back(norm_names[i]);
    for (const SublayerDescription& sublayer : layer.sublayers) {
        if (sublayer.norm_placement == NormPlacement::around) names.emplace_back(post_norm_name(sublayer.kind));
    }
    return names;
}

void add_stack(const std::string& stack, const StackDescription& of, const OurRun& run, std::vector<CauseRange>& places) {
    for (std::size_t i = 0; i < of.layers.size(); ++i) {
        const std::string layer = stack + ".layers." + std::to_string(i);
        const auto& sublayers = of.layers[i].sublayers;
        for (const SublayerDescription& part : sublayers) {
            if (part.kind == SublayerKind::feed_forward) continue;
            add_place({.where = layer + '.' + std::string(name(part.kind)),
                       .place = CausePlace::attention,
                       .heads = part.attention.heads},
                      run, places);
        }
        add_place({.where = layer,
                   .place = CausePlace::layer,
                   .sublayers = static_cast<int>(sublayers.size()),
                   .norms = static_cast<int>(names_of_norms(of.layers[i]).size())},
                  run, places);
    }
    add_place({.where = stack, .place = CausePlace::stack}, run, places);
}

}  // namespace

namespace {

/// What is behind ".layers." in a path.
std::string path_in_stack(const std::string& where) {
    return where.substr(where.find(".layers.") + std::string_view(".layers.").size());
}

LayerDescription layer_description_at(const std::string& where, const Configuration& c) {
    const ModelDescription model = describe(c);
    const StackDescription& stack = stack_of(where) == StackKind::encoder ? model.encoder : model.decoder;
    return stack.layers[std::stoul(path_in_stack(where))];
}

}  // namespace

std::vector<std::string> norms_at(const std::string& where, const Configuration& c) {
    return names_of_norms(layer_description_at(where, c));
}

AttentionDescription attention_at(const std::string& where, const Configuration& c) {
    const std::vector<SublayerDescription> sublayers = layer_description_at(where, c).sublayers;
    const std::string path = path_in_stack(where), part = path.substr(path.find('.') + 1);
    return std::ranges::find(sublayers, part, [](const SublayerDescription& one) { return name(one.kind); })->attention;
}

std::vector<CauseRange> cause_places(const OurRun& run) {
    std::vector<CauseRange> places;
    const ModelDescription model = describe(run.configuration);
    if (run.configuration.has_encoder()) {
        add_place({.where = "src", .place = CausePlace::side}, run, places);
        add_stack("encoder", model.encoder, run, places);
    }
    if (run.configuration.has_decoder()) {
        add_place({.where = "tgt", .place = CausePlace::side}, run, places);
        add_stack("decoder", model.decoder, run, places);
    }
    return places;
}

std::vector<Mistake> mistakes_at(const CauseRange& place, const OurRun& run) {
    std::vector<Mistake> mistakes;
    for (const CauseText& text : cause_kinds()) {
        for (const int variant : variants_at(text.kind, place, run))
            mistakes.push_back({.kind = text.kind, .where = place.where, .variant = variant});
    }
    return mistakes;
}

}  // namespace vitrine
