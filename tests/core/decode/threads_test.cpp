/// A model large enough that several threads share its products, even those of a single word.

#include <doctest/doctest.h>

#include "core/tensor/parallel.h"
#include "tests/core/decode/small_models.h"

namespace vitrine::threads_test {
using namespace vitrine::tests;

namespace {

SmallModel large_model() {
    Configuration c;
    c.d_model = 132, c.nhead = 6, c.dim_feedforward = 515;
    c.num_encoder_layers = 1, c.num_decoder_layers = 2;
    c.src_vocab_size = 50, c.tgt_vocab_size = 1999;
    SmallModel made = small_model(c, 3);
    made.source = {4, 8, 15, 16, 23, 42};
    return made;
}

}  // namespace

TEST_CASE("a larger model decodes the same with one thread and with several, with the cache and without, as in whole runs") {
    const SmallModel made = large_model();
    for (const DecodeOptions& strategy :
         {DecodeOptions{.max_new_tokens = 6},
          DecodeOptions{.strategy = Strategy::beam, .max_new_tokens = 6, .beams = 3, .n_best = 3}}) {
        for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
            DecodeOptions options = strategy;
            options.cache = cache;
            set_threads(1);
            const Generation alone = made.decode(options);
            set_threads(3);
            const Generation together = made.decode(options);
            set_threads(0);
            REQUIRE(alone.steps.size() == together.steps.size());
            for (std::size_t step = 0; step < alone.steps.size(); ++step) {
                REQUIRE(alone.steps[step].rows.size() == together.steps[step].rows.size());
                for (std::size_t row = 0; row < alone.steps[step].rows.size(); ++row) {
                    const StepRow &one = alone.steps[step].rows[row], &several = together.steps[step].rows[row];
                    const Sentence words = tokens_to(alone, one.node);
                    CHECK(words == tokens_to(together, several.node));
                    CHECK(close(as_doubles(one.logits), as_doubles(several.logits)));
                    CHECK(close(as_doubles(one.logits), logits_at(teacher_forced(made, words), static_cast<Size>(step))));
                }
            }
            REQUIRE(alone.hypotheses.size() == together.hypotheses.size());
            for (std::size_t i = 0; i < alone.hypotheses.size(); ++i)
                CHECK(alone.hypotheses[i].tokens == together.hypotheses[i].tokens);
        }
    }
}

}  // namespace vitrine::threads_test
