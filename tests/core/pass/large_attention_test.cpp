/// Attentions that a model computes in blocks. A rerun, which calls one operation after another, gives the same run.

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/ops/blocked/blocked_attention.h"
#include "core/pass/rerun.h"
#include "tests/core/pass/altered_runs.h"

namespace vitrine::large_attention_test {
using namespace vitrine::tests;

namespace {

/// Two sentences of about four hundred words; the second one ends with padding.
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

/// Every attention of the model.
std::vector<const AttentionActivations*> attentions_of(const Activations& a) {
    return {&a.encoder.layers[0].self_attn(), &a.decoder.layers[0].self_attn(), &a.decoder.layers[0].cross_attn()};
}

/// Whether masked scores are the scores where the mask is 1, and −∞ where it is 0, in all cells that are not overwritten.
bool are_masked(const AttentionActivations& a, const std::vector<Index>& overwritten = {}) {
    for (Size i = 0; i < a.scores.count(); ++i) {
        const Index cell = index_of(a.scores.layout(), i);
        const bool allowed = a.mask.at({cell[0], 0, cell[2], cell[3]});
        const Scalar expected = allowed ? a.scores.data()[i] : -std::numeric_limits<Scalar>::infinity();
        if (a.masked_scores.data()[i] != expected && !std::ranges::count(overwritten, cell)) return false;
    }
    return true;
}

bool share_memory(const AttentionActivations& a) { return a.masked_scores.data() == a.scores.data(); }

/// Sentences of the same size with other words and without padding.
Ingredients unpadded(Ingredients made) {
    Random random(9);
    draw_words(made.batch.src, 12, random);
    draw_words(made.batch.tgt, 12, random);
    return made;
}

}  // namespace

TEST_CASE("large masked scores from which nothing is hidden share the memory of the scores, and only those") {
    const Ingredients padded = long_sentences(), whole = unpadded(padded);
    Activations a;
    for (const Ingredients* made : {&whole, &padded, &whole, &whole, &padded}) {
        forward(made->pass({}), a);
        const bool hides_nothing = made == &whole;
        CHECK(share_memory(a.encoder.layers[0].self_attn()) == hides_nothing);
        CHECK_FALSE(share_memory(a.decoder.layers[0].self_attn()));
        CHECK(share_memory(a.decoder.layers[0].cross_attn()) == hides_nothing);
        for (const AttentionActivations* attention : attentions_of(a)) CHECK(are_masked(*attention));
        Activations fresh;
        forward(made->pass({}), fresh);
        CHECK(same_cells(a, fresh));
    }
}

TEST_CASE("a pass of the same shape takes the shared memory of the one before, and no other") {
    const Ingredients whole = unpadded(long_sentences());
    Activations a;
    forward(whole.pass({}), a);
    const Scalar* scores = a.encoder.layers[0].self_attn().scores.data();
    forward(whole.pass({}), a);
    CHECK(a.encoder.layers[0].self_attn().scores.data() == scores);
    CHECK(share_memory(a.encoder.layers[0].self_attn()));
}

TEST_CASE("reruns with and without padding, and with shared scores overwritten by hand, are full runs bit for bit") {
    const Ingredients padded = long_sentences(), whole = unpadded(padded);
    const std::string attention = "encoder.layers.0.self_attn.";
    const Index cell{1, 2, 3, 5};
    const Interventions none, of_scores{.overwrites = {{attention + "scores", cell, 0.5}}},
        of_masked{.overwrites = {{attention + "masked_scores", cell, -0.25}}};
    struct State {
        const Ingredients& made;
        const Interventions& interventions;
        bool shares;
    };
    const State states[] = {{whole, none, true},       {padded, none, false},      {whole, of_scores, true},
                            {whole, of_masked, false}, {padded, of_masked, false}, {padded, of_scores, false}};
    for (const State& before : states) {
        Activations earlier;
        forward(before.made.pass(before.interventions), earlier);
        const Activations copy = earlier;
        for (const State& after : states) {
            Activations partial, full;
            rerun({before.made.pass(before.interventions), earlier}, after.made.pass(after.interventions), partial);
            forward(after.made.pass(after.interventions), full);
            CHECK(same_cells(partial, full));
            const AttentionActivations& seen = partial.encoder.layers[0].self_attn();
            CHECK(share_memory(seen) == after.shares);
            CHECK(are_masked(seen, {cell}));
        }
        CHECK(same_cells(earlier, copy));
    }
}

TEST_CASE("a run with attention in blocks is, bit for bit, the one that an altered run makes step by step, and a rerun too") {
    const Ingredients made = long_sentences();
    Activations plain;
    forward(made.pass({}), plain);
    const AttentionActivations* attentions[] = {&plain.encoder.layers[0].self_attn(), &plain.decoder.layers[0].self_attn(),
                                                &plain.decoder.layers[0].cross_attn()};
    for (const AttentionActivations* attention : attentions) CHECK(is_blocked_faster(attention->query, attention->key));

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

TEST_CASE("a run that keeps no large scores and weights is, bit for bit, the one that does; a rerun after it computes everything") {
    const Ingredients padded = long_sentences(), whole = unpadded(padded);
    const Interventions none;
    Activations read_again;  // used again, so that memory that was shared, kept or not kept is all met
    for (const Ingredients* made : {&whole, &padded, &whole}) {
        Activations kept;
        forward(made->pass({}), kept);
        Pass pass = made->pass(none);
        pass.keeps_grids = false;
        forward(pass, read_again);
        CHECK(are_fetched(read_again));
        CHECK(same_cells(read_again, kept));
        for (const AttentionActivations* attention : attentions_of(read_again)) {
            CHECK(attention->scores.fetched()->is_recomputed());
            CHECK(attention->context.fetched() == nullptr);
        }
        const AttentionActivations& shared = read_again.decoder.layers[0].cross_attn();
        CHECK((shared.masked_scores.fetched() == shared.scores.fetched()) == (made == &whole));

        Activations altered, again;
        const Interventions of_scores{.overwrites = {{"encoder.layers.0.self_attn.scores", {1, 2, 3, 5}, 0.5}}};
        forward(made->pass(of_scores), altered);
        rerun({pass, read_again}, made->pass(of_scores), again);
        CHECK(same_cells(again, altered));
        CHECK_FALSE(are_fetched(again));
    }
}

TEST_CASE("rotated, windowed and grouped attentions are computed again as they were, too") {
    Random random(12);
    Ingredients made;
    Configuration& c = made.configuration;
    c.architecture = Architecture::decoder;
    c.num_encoder_layers = 0, c.num_decoder_layers = 2;
    c.d_model = 32, c.nhead = 4, c.num_key_value_heads = 2, c.dim_feedforward = 8, c.tgt_vocab_size = 12;
    c.positions = PositionKind::rotary;
    c.window = 40;
    made.parameters = random_parameters(c, random);
    made.batch.tgt.resize({1, 600});
    draw_words(made.batch.tgt, 12, random);
    Activations kept, read_again;
    const Interventions none;
    Pass pass = made.pass(none);
    forward(pass, kept);
    pass.keeps_grids = false;
    forward(pass, read_again);
    CHECK(read_again.decoder.layers[1].self_attn().weights.fetched() != nullptr);
    CHECK(same_cells(read_again, kept));
}

}  // namespace vitrine::large_attention_test
