/// Suggestions for paths that a run does not have.

#include "core/trace/path_suggestion.h"

#include <doctest/doctest.h>

namespace vitrine::path_suggestion_test {

TEST_CASE("a path as nn.Transformer has it is the one of ours, and no other is suggested") {
    const std::vector<std::string> known{"decoder.layers.0.self_attn.weights", "decoder.layers.0.cross_attn.weights", "memory"};
    CHECK(did_you_mean_path("decoder.layers.0.multihead_attn.weights", known) ==
          "; did you mean 'decoder.layers.0.cross_attn.weights'?");
    CHECK(did_you_mean_path("transformer.decoder.layers.0.multihead_attn.weights", known) ==
          "; did you mean 'decoder.layers.0.cross_attn.weights'?");
    CHECK(did_you_mean_path("decoder.layers.0.multihead_attn.weight", known)
              .starts_with("; did you mean 'decoder.layers.0.cross_attn.weights'"));
    CHECK(did_you_mean_path("memry", known).starts_with("; did you mean 'memory'"));
}

TEST_CASE("a parameter that has nn.Transformer's name is suggested as it is") {
    const std::vector<std::string> known{"transformer.decoder.layers.0.multihead_attn.in_proj_weight"};
    CHECK(did_you_mean_path("transformer.decoder.layers.0.multihead_attn.in_proj_weigth", known) ==
          "; did you mean 'transformer.decoder.layers.0.multihead_attn.in_proj_weight'?");
}

}  // namespace vitrine::path_suggestion_test
