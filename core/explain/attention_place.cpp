#include "core/explain/attention_place.h"

#include <charconv>

#include <fmt/format.h>

#include "core/tensor/fields.h"

namespace vitrine {

namespace {

constexpr const char* lone_path = "attention";

/// The parts of a path around the number of the layer.
struct PathParts {
    std::string before, after;
};

PathParts parts_of(AttentionKind kind) {
    const StackKind stack = kind == AttentionKind::encoder_self ? StackKind::encoder : StackKind::decoder;
    const SublayerKind sublayer = kind == AttentionKind::cross ? SublayerKind::cross_attention : SublayerKind::self_attention;
    return {std::string(name(stack)) + ".layers.", '.' + std::string(name(sublayer))};
}

}  // namespace

std::string path_of(const AttentionPlace& place) {
    if (place.kind == AttentionKind::alone) return lone_path;
    const PathParts parts = parts_of(place.kind);
    return fmt::format("{}{}{}", parts.before, place.layer, parts.after);
}

std::optional<AttentionPlace> attention_at(std::string_view path) {
    if (below(path, lone_path)) return AttentionPlace{AttentionKind::alone, 0};
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        const PathParts parts = parts_of(kind);
        if (!path.starts_with(parts.before)) continue;
        AttentionPlace place{kind, 0};
        const char* end = path.data() + path.size();
        const auto [stopped, error] = std::from_chars(path.data() + parts.before.size(), end, place.layer);
        if (error != std::errc()) continue;
        std::string_view rest(stopped, static_cast<std::size_t>(end - stopped));
        if (!rest.starts_with(parts.after)) continue;
        rest.remove_prefix(parts.after.size());
        if (rest.empty() || rest.front() == '.') return place;
    }
    return std::nullopt;
}

Size attention_layers(const Configuration& configuration, AttentionKind kind) {
    if (kind == AttentionKind::alone) return configuration.is_transformer() ? 0 : 1;
    if (kind == AttentionKind::cross && configuration.architecture != Architecture::transformer) return 0;
    if (kind == AttentionKind::encoder_self) return configuration.has_encoder() ? configuration.num_encoder_layers : 0;
    return configuration.has_decoder() ? configuration.num_decoder_layers : 0;
}

AttentionPlace first_attention(const Configuration& configuration) {
    switch (configuration.architecture) {
        case Architecture::decoder:
            return {AttentionKind::decoder_self, 0};
        case Architecture::encoder:
            return {AttentionKind::encoder_self, 0};
        case Architecture::attention:
            return {AttentionKind::alone, 0};
        default:
            return {AttentionKind::cross, 0};
    }
}

Side side_of_queries(AttentionKind kind) { return kind == AttentionKind::encoder_self ? Side::source : Side::target; }

Side side_of_keys(AttentionKind kind) { return kind == AttentionKind::decoder_self ? Side::target : Side::source; }

const AttentionDescription& attention_of(const ModelDescription& model, const AttentionPlace& place) {
    if (place.kind == AttentionKind::alone) return model.lone.attention;
    const auto& layers = (place.kind == AttentionKind::encoder_self ? model.encoder : model.decoder).layers;
    const SublayerKind kind = place.kind == AttentionKind::cross ? SublayerKind::cross_attention : SublayerKind::self_attention;
    return std::ranges::find(layers[static_cast<std::size_t>(place.layer)].sublayers, kind, &SublayerDescription::kind)->attention;
}

const AttentionActivations& attention_of(const Activations& activations, const AttentionPlace& place) {
    if (place.kind == AttentionKind::alone) return activations.attention.parts;
    const auto layer = static_cast<std::size_t>(place.layer);
    const bool in_encoder = place.kind == AttentionKind::encoder_self, crosses = place.kind == AttentionKind::cross;
    const StackActivations& stack = in_encoder ? activations.encoder : activations.decoder;
    return crosses ? stack.layers[layer].cross_attn() : stack.layers[layer].self_attn();
}

const AttentionParameters& attention_of(const Parameters& parameters, const AttentionPlace& place, const Design& design) {
    if (place.kind == AttentionKind::alone) return parameters.attention;
    const bool in_encoder = place.kind == AttentionKind::encoder_self, crosses = place.kind == AttentionKind::cross;
    const StackParameters& stack = in_encoder ? parameters.transformer.encoder : parameters.transformer.decoder;
    const LayerParameters& layer = stack.layers[static_cast<std::size_t>(place.layer)];
    return crosses && !design.shared_attention ? layer.multihead_attn : layer.self_attn;
}

}  // namespace vitrine
