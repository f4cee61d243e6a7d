/// Attentions that are computed in blocks, in a model: a rerun, which calls one operation after another, gives the same run.

#include <doctest/doctest.h>

#include "core/ops/blocked_attention.h"
#include "core/pass/rerun.h"
#include "tests/core/pass/altered_runs.h"

namespace vitrine::large_attention_test {
using namespace vitrine::tests;

namespace {

/// Two sentences of some four hundred words, the second of which ends in padding.
Ingredients long_sentences() {
    Random random(4);
    Ingredients made;
    Configuration& c = made.configuration;
    c.d_model = 24, c.nhead = 4, c.num_encoder_layers = 1, c.num_decoder_layers = 1, c.dim_feedforward = 8;
    c.src_vocab_size = c.tgt_vocab_size = 12;
    made.parameters = random_parameters(c, random);
    made.batch.src.resize({2, 400});
    made.batch.tgt.resize({2, 370});
    draw_words(made.batch.src, 12, random);
    draw_words(made.batch.tgt, 12, random);
    pad_after(made.batch.src, 1, 30);
    pad_after(made.batch.tgt, 1, 77);
    return made;
}

}  // namespace

TEST_CASE("a run with attention in blocks is, bit for bit, the one that an altered run makes step by step, and a rerun too") {
    const Ingredients made = long_sentences();
    Activations plain;
    forward(made.pass({}), plain);
    const AttentionActivations* attentions[] = {&plain.encoder.layers[0].self_attn, &plain.decoder.layers[0].self_attn,
                                                &plain.decoder.layers[0].cross_attn};
    for (const AttentionActivations* attention : attentions) CHECK(is_blocked_faster(attention->scores));

    for (const char* path :
         {"encoder.layers.0.self_attn.query", "decoder.layers.0.self_attn.key", "decoder.layers.0.cross_attn.value"}) {
        CAPTURE(path);
        double own = 0;
        visit_tensor(
            path, [&](const auto& tensor) { own = static_cast<double>(tensor.data()[0]); }, plain);
        const Interventions changing_nothing{.overwrites = {{path, {}, own}}}, changing{.overwrites = {{path, {}, own + 1}}};
        Activations step_by_step, altered, partial, back;
        forward(made.pass(changing_nothing), step_by_step);
        CHECK(same_cells(step_by_step, plain));
        forward(made.pass(changing), altered);
        rerun({made.pass({}), plain}, made.pass(changing), partial);
        CHECK(same_cells(partial, altered));
        CHECK(!same_cells(partial, plain));
        rerun({made.pass(changing), partial}, made.pass({}), back);
        CHECK(same_cells(back, plain));
    }
}

}  // namespace vitrine::large_attention_test
