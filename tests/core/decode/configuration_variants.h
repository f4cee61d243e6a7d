#pragma once
/// Configurations that each differ in one design choice.

#include <string>
#include <vector>

#include "tests/core/decode/small_models.h"

namespace vitrine::tests {

struct NamedConfiguration {
    std::string name;
    Configuration configuration;
};

/// Every choice of a configuration, one at a time.
inline std::vector<NamedConfiguration> configuration_variants() {
    std::vector<NamedConfiguration> result;
    const auto add = [&](const std::string& name, auto&& change) {
        Configuration c = small_configuration();
        change(c);
        check(c);
        result.push_back({name, c});
    };
    using C = Configuration;
    add("as in the paper", [](C&) {});
    add("norm before", [](C& c) { c.norm_placement = NormPlacement::before; });
    add("norm before, no final norm", [](C& c) { c.norm_placement = NormPlacement::before, c.final_norm = false; });
    add("no final norm", [](C& c) { c.final_norm = false; });
    add("no bias", [](C& c) { c.bias = false; });
    add("annotated norm", [](C& c) { c.layer_norm = LayerNormKind::annotated; });
    add("gelu", [](C& c) { c.activation = ActivationKind::gelu; });
    add("silu", [](C& c) { c.activation = ActivationKind::silu; });
    add("all tied", [](C& c) { c.tie = Tie::all; });
    add("output tied", [](C& c) { c.tie = Tie::output; });
    add("embeddings tied", [](C& c) { c.tie = Tie::embeddings; });
    add("embedding projection", [](C& c) { c.d_embed = 5; });
    add("embedding projection and norm", [](C& c) { c.d_embed = 11, c.embedding_norm = true; });
    add("learned positions", [](C& c) { c.positions = PositionKind::learned, c.max_positions = 9; });
    add("mask value", [](C& c) { c.mask_value = -1e9; });
    add("one layer", [](C& c) { c.num_encoder_layers = c.num_decoder_layers = 1; });
    add("three decoder layers", [](C& c) { c.num_decoder_layers = 3; });
    add("one head", [](C& c) { c.nhead = 1; });
    add("heads of one number", [](C& c) { c.nhead = 8; });
    add("odd width", [](C& c) { c.d_model = 9, c.nhead = 3; });
    add("unscaled embeddings", [](C& c) { c.scale_embedding = false; });
    return result;
}

}  // namespace vitrine::tests
