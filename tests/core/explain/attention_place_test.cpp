#include "core/explain/attention_place.h"

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/core/random_models.h"

namespace vitrine::attention_place_test {
using namespace vitrine::tests;

TEST_CASE("a path leads to its attention, whether it names the block or a tensor in it") {
    CHECK(attention_at("decoder.layers.12.cross_attn") == AttentionPlace{AttentionKind::cross, 12});
    CHECK(attention_at("decoder.layers.0.self_attn.weights") == AttentionPlace{AttentionKind::decoder_self, 0});
    CHECK(attention_at("encoder.layers.3.self_attn.scores") == AttentionPlace{AttentionKind::encoder_self, 3});
    for (const char* other : {"", "memory", "encoder.layers.0.norm1", "encoder.layers.x.self_attn", "decoder.layers.0.cross_attnx",
                              "encoder.layers.0.cross_attn"}) {
        CAPTURE(other);
        CHECK(!attention_at(other));
    }
}

TEST_CASE("a place holds what the trace has under its path") {
    Random random(9);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    Activations activations;
    forward(c, parameters, random_batch(c, random), activations);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(c)), activations);
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        for (Size layer = 0; layer < attention_layers(c, kind); ++layer) {
            const AttentionPlace place{kind, layer};
            CAPTURE(path_of(place));
            CHECK(attention_at(path_of(place)) == place);
            CHECK(trace.find(path_of(place) + ".weights").data == attention_of(activations, place).weights.data());
            const TensorInfo* scores = trace.outline->find(path_of(place) + ".scores");
            REQUIRE(scores);
            CHECK(scores->side == side_of_queries(kind));
            CHECK(scores->key_side == side_of_keys(kind));
        }
        CHECK(attention_of(parameters, {kind, 0}).out_proj.weight.size(0) == c.d_model);
    }
}

}  // namespace vitrine::attention_place_test
