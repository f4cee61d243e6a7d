#include "app/views/design/places.h"

#include <array>
#include <utility>

#include "core/model/description.h"

namespace vitrine {

namespace {

/// The output of the only stack: its final norm or, if it has none, its last layer.
std::string stack_output_path(const Run& run) {
    const Configuration& c = run.model->configuration;
    const StackKind stack = c.last_stack();
    const std::string prefix = std::string(name(stack)) + '.';
    if (c.final_norm) return prefix + "norm";
    const ModelDescription model = describe(c, run.regime.design);
    const auto& sublayers = (stack == StackKind::encoder ? model.encoder : model.decoder).layers.back().sublayers;
    const bool ends_with_norm = sublayers.back().norm_placement == NormPlacement::after;
    return layer_path(stack, static_cast<std::size_t>(c.layers(stack) - 1)) + '.' +
           std::string((ends_with_norm ? norm_names : residual_names)[sublayers.size() - 1]);
}

}  // namespace

std::string tensor_in(const Run& run, std::string_view path) {
    if (!run.is_transformer() || run.has_both_stacks()) return std::string(path);
    if (path == "memory") return stack_output_path(run);
    using Renamed = std::pair<std::string_view, std::string_view>;
    static constexpr std::array in_decoder{Renamed{"encoder.", "decoder."}, Renamed{"src.", "tgt."}};
    static constexpr std::array in_encoder{Renamed{"decoder.", "encoder."}, Renamed{"tgt.", "src."}};
    for (const auto& [from, to] : run.model->configuration.has_decoder() ? in_decoder : in_encoder) {
        if (path.starts_with(from)) return std::string(to) + std::string(path.substr(from.size()));
    }
    return std::string(path);
}

Side first_side(const Run& run) { return run.model->configuration.has_encoder() ? Side::source : Side::target; }

AttentionPlace first_self_attention(const Run& run) {
    return {run.model->configuration.has_encoder() ? AttentionKind::encoder_self : AttentionKind::decoder_self, 0};
}

AttentionPlace first_causal_attention(const Run& run) {
    return {run.model->configuration.has_decoder() ? AttentionKind::decoder_self : AttentionKind::encoder_self, 0};
}

}  // namespace vitrine
