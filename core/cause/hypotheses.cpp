#include "core/cause/hypotheses.h"

#include <algorithm>

#include "core/cause/variants.h"

namespace vitrine {

namespace {

/// The number of LayerNorms or sublayers at a place.
int sublayers_at(const CauseRange& place) {
    if (place.place != CausePlace::layer) return 1;
    return place.where.starts_with("decoder.") ? 3 : 2;
}

std::vector<int> up_to(int count) {
    std::vector<int> variants;
    for (int i = 0; i < count; ++i) variants.push_back(i);
    return variants;
}

/// The variants of a mistake that can be in all sublayers (0) or in one of them. If there is only one sublayer, that is all.
std::vector<int> in_each_sublayer(int sublayers, int forms) {
    std::vector<int> variants;
    for (int number = 0; number <= (sublayers > 1 ? sublayers : 0); ++number) {
        for (int form = 0; form < forms; ++form) variants.push_back(number * forms + form);
    }
    return variants;
}

/// The other activations; for GELU also its approximation.
std::vector<int> other_activations(const Configuration& c) {
    std::vector<int> variants = up_to(static_cast<int>(ActivationKind::gelu_tanh) + 1);
    std::erase(variants, static_cast<int>(c.activation));
    return variants;
}

/// Mistakes of a LayerNorm, which layers, stacks and embeddings have.
std::vector<int> variants_of_norm(CauseKind kind, const CauseRange& place, const Configuration& c) {
    const bool there = place.place == CausePlace::layer || (place.place == CausePlace::stack && c.final_norm) ||
                       (place.place == CausePlace::side && c.embedding_norm);
    const bool torch = c.layer_norm == LayerNormKind::torch;
    if (!there || c.d_model < 2) return {};
    // A missing LayerNorm of a stack is a kind of its own.
    if (kind == CauseKind::norm_missing)
        return place.place == CausePlace::stack ? std::vector<int>{} : in_each_sublayer(sublayers_at(place), 1);
    if (kind == CauseKind::variance_divisor) {
        std::vector<int> variants;
        for (const int number : in_each_sublayer(sublayers_at(place), 1)) variants.push_back(number * norm_forms);
        return variants;
    }
    if (kind == (torch ? CauseKind::eps_outside_root : CauseKind::eps_inside_root))
        return in_each_sublayer(sublayers_at(place), norm_forms);
    return {};
}

/// Mistakes of one attention.
std::vector<int> variants_of_attention(CauseKind kind, const CauseRange& place, const OurRun& run) {
    const bool cross = place.where.ends_with("cross_attn"), causal = place.where.starts_with("decoder.") && !cross;
    switch (kind) {
        case CauseKind::no_causal_mask:
            return up_to(causal ? 1 : 0);
        case CauseKind::causal_mask_shifted:
            return up_to(causal ? 2 : 0);
        case CauseKind::mask_on_queries:
            return up_to(cross ? 1 : 2);
        case CauseKind::mask_inverted:
            return up_to(causal ? 3 : 1);
        case CauseKind::memory_mask_wrong:
            return up_to(cross ? memory_mask_shift + static_cast<int>(std::min<Size>(run.batch.sentences(), 9)) - 1 : 0);
        case CauseKind::mask_before_scaling:
        case CauseKind::mask_scaled:
            return up_to(run.configuration.mask_value ? 2 : 0);
        case CauseKind::softmax_wrong_axis:
            return up_to(3);
        case CauseKind::heads_merged_wrong:
            return up_to(2);
        case CauseKind::heads_split_wrong:
            return up_to(4);
        case CauseKind::shared_attention:
            return up_to(cross ? 1 : 0);
        default:
            return up_to(1);
    }
}

std::vector<int> variants_of_layer(CauseKind kind, const CauseRange& place, const Configuration& c) {
    const int sublayers = sublayers_at(place);
    switch (kind) {
        case CauseKind::residual_missing:
            return in_each_sublayer(sublayers, 1);
        case CauseKind::residual_wrong_source:
            return in_each_sublayer(sublayers, residual_sources);
        case CauseKind::activation_wrong:
            return other_activations(c);
        case CauseKind::dropout_on:
            return {};  // found from the numbers: core/cause/dropout.h
        default:
            return up_to(1);
    }
}

std::vector<int> variants_of_side(CauseKind kind, const CauseRange& place, const OurRun& run) {
    const Configuration& c = run.configuration;
    const bool has_loss = place.where == "tgt" && !run.batch.labels.empty(), sinusoidal = c.positions == PositionKind::sinusoidal;
    switch (kind) {
        case CauseKind::embedding_not_scaled:
            return up_to(c.scale_embedding ? 1 : 0);
        case CauseKind::embedding_scaled:
            return up_to(c.scale_embedding ? 0 : 1);
        case CauseKind::positions_off_by_one:
            return up_to(2);
        case CauseKind::positions_in_halves:
            return up_to(sinusoidal && c.d_model % 2 == 0 ? 1 : 0);
        case CauseKind::labels_not_shifted:
            return up_to(has_loss ? 2 : 0);
        case CauseKind::loss_of_padding:
            return up_to(has_loss ? 1 : 0);
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
void add_place(const std::string& where, CausePlace place, const OurRun& run, std::vector<CauseRange>& places) {
    CauseRange range{where, place, -1, -1};
    const auto& tensors = run.trace.outline->tensors;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::string& path = tensors[i].path;
        const bool inside = place == CausePlace::stack ? path.starts_with(where + ".norm") : path.starts_with(where + '.');
        if (!inside) continue;
        if (range.first < 0) range.first = static_cast<int>(i);
        range.last = static_cast<int>(i);
    }
    // The loss, which the target's labels give, is at the end of the run.
    if (where == "tgt" && !run.batch.labels.empty()) range.last = static_cast<int>(tensors.size()) - 1;
    if (range.first >= 0) places.push_back(range);
}

void add_stack(const std::string& stack, Size layers, const OurRun& run, std::vector<CauseRange>& places) {
    for (Size i = 0; i < layers; ++i) {
        const std::string layer = stack + ".layers." + std::to_string(i);
        add_place(layer + ".self_attn", CausePlace::attention, run, places);
        if (stack == "decoder") add_place(layer + ".cross_attn", CausePlace::attention, run, places);
        add_place(layer, CausePlace::layer, run, places);
    }
    add_place(stack, CausePlace::stack, run, places);
}

}  // namespace

std::vector<CauseRange> cause_places(const OurRun& run) {
    std::vector<CauseRange> places;
    add_place("src", CausePlace::side, run, places);
    add_stack("encoder", run.configuration.num_encoder_layers, run, places);
    add_place("tgt", CausePlace::side, run, places);
    add_stack("decoder", run.configuration.num_decoder_layers, run, places);
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
