/// The steps of a decoding: what they reuse, add and cost, how many there are, and how they are stopped.

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/decode/small_models.h"
#include "tests/counted.h"

namespace vitrine::steps_test {
using namespace vitrine::tests;

namespace {

/// Width 4, two heads, two decoder layers, 6 hidden numbers, 5 words; a source of 3 words.
SmallModel counted_model() {
    Configuration c = small_configuration(5);
    c.d_model = 4, c.dim_feedforward = 6;
    SmallModel made = small_model(c, 1);
    made.source = {3, 4, 5};
    return made;
}

}  // namespace

TEST_CASE("a step reuses the cache's rows of all earlier words, and adds one for the last word") {
    const Generation generation = counted_model().decode({.max_new_tokens = 5, .stops_at_eos = false});
    REQUIRE(generation.cached);
    REQUIRE(generation.steps.size() == 5);
    for (std::size_t step = 0; step < 5; ++step) {
        CHECK(generation.steps[step].rows_reused == static_cast<Size>(step));
        CHECK(generation.steps[step].rows_added == 1);
    }
}

TEST_CASE("a beam reuses and adds rows in each of its sentences") {
    const Generation generation = counted_model().decode(
        {.strategy = Strategy::beam, .max_new_tokens = 5, .beams = 3, .early_stopping = false, .stops_at_eos = false});
    REQUIRE(generation.cached);
    REQUIRE(generation.steps.size() == 5);
    for (std::size_t step = 0; step < 5; ++step) {
        const auto sentences = static_cast<Size>(generation.steps[step].rows.size());
        CHECK(sentences == (step == 0 ? 1 : 3));
        CHECK(generation.steps[step].rows_reused == sentences * static_cast<Size>(step));
        CHECK(generation.steps[step].rows_added == sentences);
    }
}

TEST_CASE("without the cache nothing is reused: every step computes the rows of all words") {
    const Generation generation = counted_model().decode({.max_new_tokens = 4, .cache = CacheUse::none, .stops_at_eos = false});
    CHECK_FALSE(generation.cached);
    REQUIRE(generation.steps.size() == 4);
    for (std::size_t step = 0; step < 4; ++step) {
        CHECK(generation.steps[step].rows_reused == 0);
        CHECK(generation.steps[step].rows_added == static_cast<Size>(step) + 1);
    }
}

TEST_CASE("multiplications are those of the matrix products of the decoder, counted by hand") {
    // The t-th word with the cache takes, in each of 2 layers, 4·4·4 for Q, K, V and the output of self-attention, 2·t·4 for its
    // scores and context, 2·4·4 for Q and the output of cross-attention, 2·3·4 for its scores and context, and 2·4·6 for the
    // feed-forward network, and once 4·5 for the logits: 2·(64 + 8t + 32 + 24 + 48) + 20 = 356 + 16t.
    // The first word also needs the keys and values of the source's 3 words, 2·4·4·3 in each layer: 192.
    // Without the cache, every step computes all of that for t words: scores and context take 2·t·t·4, and keys and values of the
    // source's 3 words 2·4·4·3 in each layer: 356t + 16t² + 192.
    const double with_cache[] = {372 + 192, 388, 404, 420}, without_cache[] = {564, 968, 1404, 1872};
    for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
        const Generation generation = counted_model().decode({.max_new_tokens = 4, .cache = cache, .stops_at_eos = false});
        REQUIRE(generation.steps.size() == 4);
        for (std::size_t step = 0; step < 4; ++step) {
            CAPTURE(step);
            CHECK(generation.steps[step].multiplications.with_cache == with_cache[step]);
            CHECK(generation.steps[step].multiplications.without_cache == without_cache[step]);
        }
        CHECK(multiplications_of(generation).with_cache == 372 + 192 + 388 + 404 + 420);
        CHECK(multiplications_of(generation).without_cache == 564 + 968 + 1404 + 1872);
    }
}

TEST_CASE("multiplications of a beam are those of all its sentences") {
    const Generation generation = counted_model().decode(
        {.strategy = Strategy::beam, .max_new_tokens = 3, .beams = 3, .early_stopping = false, .stops_at_eos = false});
    REQUIRE(generation.steps.size() == 3);
    const double with_cache[] = {372 + 192, 3 * 388, 3 * 404}, without_cache[] = {564, 3 * 968, 3 * 1404};
    for (std::size_t step = 0; step < 3; ++step) {
        CHECK(generation.steps[step].multiplications.with_cache == with_cache[step]);
        CHECK(generation.steps[step].multiplications.without_cache == without_cache[step]);
    }
}

TEST_CASE("where embeddings are projected, each word that is read costs that too") {
    SmallModel made = counted_model();
    made.configuration.d_embed = 3;
    made = small_model(made.configuration, 1);
    made.source = {3, 4, 5};
    const Generation generation = made.decode({.max_new_tokens = 2, .stops_at_eos = false});
    CHECK(generation.steps[1].multiplications.with_cache == 388 + 3 * 4);
    CHECK(generation.steps[1].multiplications.without_cache == 968 + 2 * 3 * 4);
}

namespace {

/// The multiplications of matrix products, each `rows` × `inner` times `inner` × `columns`, added up one by one.
class PlainProducts {
public:
    void add(Size rows, Size inner, Size columns) {
        for (Size row = 0; row < rows; ++row) {
            for (Size column = 0; column < columns; ++column) count_ += static_cast<double>(inner);
        }
    }
    double count() const { return count_; }

private:
    double count_ = 0;
};

/// The products of one sentence's step that computes `rows` positions and reads `words` of them, and the keys and values of so
/// many source words.
double plain_step(const Configuration& c, Size rows, Size words, Size source, Size source_projected) {
    PlainProducts products;
    if (c.d_embed) products.add(rows, *c.d_embed, c.d_model);
    for (Size layer = 0; layer < c.num_decoder_layers; ++layer) {
        for (int projection = 0; projection < 4; ++projection) products.add(rows, c.d_model, c.d_model);  // Q, K, V and W_O
        for (Size head = 0; head < c.nhead; ++head)
            products.add(rows, c.head_width(), words), products.add(rows, words, c.head_width());
        for (int projection = 0; projection < 2; ++projection) products.add(rows, c.d_model, c.d_model);              // Q and W_O
        for (int projection = 0; projection < 2; ++projection) products.add(source_projected, c.d_model, c.d_model);  // K and V
        for (Size head = 0; head < c.nhead; ++head)
            products.add(rows, c.head_width(), source), products.add(rows, source, c.head_width());
        products.add(rows, c.d_model, c.dim_feedforward), products.add(rows, c.dim_feedforward, c.d_model);
    }
    products.add(rows, c.d_model, c.tgt_vocab_size);
    return products.count();
}

}  // namespace

TEST_CASE("multiplications of any model are those of its matrix products, one after the other") {
    const Counted checks(40);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const SmallModel made = any_small_model(seed);
        const Configuration& c = made.configuration;
        const Generation generation = made.decode(
            {.strategy = Strategy::beam, .max_new_tokens = 4, .beams = 2, .early_stopping = false, .stops_at_eos = false});
        const auto source = static_cast<Size>(made.source.size());
        for (std::size_t step = 0; step < generation.steps.size(); ++step) {
            const auto sentences = static_cast<double>(generation.steps[step].rows.size());
            const auto words = static_cast<Size>(step) + 1;
            CHECK(generation.steps[step].multiplications.with_cache ==
                  sentences * plain_step(c, 1, words, source, step == 0 ? source : 0));
            // Every word computes all rows again, but the logits and the last layer's rows only as a run on the whole sentence
            // does.
            CHECK(generation.steps[step].multiplications.without_cache == sentences * plain_step(c, words, words, source, source));
        }
    }
}

TEST_CASE("steps and the encoder took some time") {
    const Generation generation = counted_model().decode({.max_new_tokens = 3, .stops_at_eos = false});
    CHECK(generation.encoder_microseconds > 0);
    double sum = 0;
    for (const DecodeStep& step : generation.steps) {
        CHECK(step.microseconds > 0);
        sum += step.microseconds;
    }
    CHECK(microseconds_of(generation) == doctest::Approx(sum));
}

TEST_CASE("words chosen by hand are taken, whatever the model thinks of them, and the rest follows from them") {
    int unlikely = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        const SmallModel made = any_small_model(seed);
        for (const Sentence& forced : {Sentence{3}, Sentence{0, 3}, Sentence{1, 1, 3}}) {
            Sentence begun{made.configuration.bos};
            begun.insert(begun.end(), forced.begin(), forced.end());
            const Generation generation = made.decode({.max_new_tokens = 7, .forced = forced});
            CHECK(generation.hypotheses[0].tokens == plain_greedy(made, 7, begun));
            unlikely += generation.hypotheses[0].tokens != made.decode({.max_new_tokens = 7}).hypotheses[0].tokens;
        }
    }
    CHECK(unlikely > 20);
}

TEST_CASE("an eos chosen by hand ends the sentence") {
    const SmallModel made = small_model(small_configuration(), 2);
    for (const Strategy strategy : {Strategy::greedy, Strategy::sample}) {
        const Generation generation = made.decode({.strategy = strategy, .max_new_tokens = 7, .forced = {4, 2}});
        REQUIRE(generation.hypotheses.size() == 1);
        CHECK(generation.hypotheses[0].tokens == Sentence{1, 4, 2});
        CHECK(generation.hypotheses[0].finished);
    }
}

TEST_CASE("who watches sees the record grow step by step, and may stop it") {
    const SmallModel made = counted_model();
    for (const Strategy strategy : {Strategy::greedy, Strategy::sample, Strategy::beam}) {
        const DecodeOptions options{.strategy = strategy, .max_new_tokens = 6, .stops_at_eos = false};
        std::size_t calls = 0;
        const auto watch = [&](const Generation& generation) {
            CHECK(generation.steps.size() == ++calls);
            return true;
        };
        const Generation all = generate(made.model(), made.source, options, watch);
        CHECK(calls == 6);
        CHECK(all.complete);
        CHECK(all.steps.size() == 6);
        const auto stop = [](const Generation& generation) { return generation.steps.size() < 2; };
        const Generation stopped = generate(made.model(), made.source, options, stop);
        CHECK(stopped.steps.size() == 2);
        CHECK_FALSE(stopped.complete);
    }
}

TEST_CASE("reaching the greatest number of words is said: the sentence is not finished, and its last word is cut off") {
    int reached = 0;
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
        const SmallModel made = any_small_model(seed);
        const Generation generation = made.decode({.max_new_tokens = 3});
        const Hypothesis& hypothesis = generation.hypotheses[0];
        if (hypothesis.finished) continue;
        ++reached;
        CHECK(hypothesis.tokens.size() == 4);
        CHECK(generation.nodes[static_cast<std::size_t>(hypothesis.node)].fate == Fate::cut_off);
        CHECK(generation.complete);
    }
    CHECK(reached > 3);
}

TEST_CASE("there are as many words as were asked for, or 50 more than the source has, but never more than learned positions") {
    Configuration c = small_configuration();
    c.max_positions = 9;
    CHECK(most_new_tokens({.max_new_tokens = 20}, c, 4) == 20);
    CHECK(most_new_tokens({}, c, 4) == 54);
    c.positions = PositionKind::learned;
    CHECK(most_new_tokens({.max_new_tokens = 5}, c, 4) == 5);
    CHECK(most_new_tokens({.max_new_tokens = 9}, c, 4) == 9);
    CHECK_THROWS_AS(check({.max_new_tokens = 10}, c), Error);
    CHECK(most_new_tokens({}, c, 4) == 9);
    const SmallModel made = small_model(c, 1);
    for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
        const Generation generation = made.decode({.cache = cache, .stops_at_eos = false});
        CHECK(generation.most_new_tokens == 9);
        CHECK(generation.hypotheses[0].tokens.size() == 10);
    }
}

TEST_CASE("the record says what was asked for") {
    const SmallModel made = counted_model();
    const DecodeOptions options{.strategy = Strategy::beam, .max_new_tokens = 4, .beams = 2, .n_best = 2};
    const Generation generation = made.decode(options);
    CHECK(generation.source == made.source);
    CHECK(generation.options == options);
    CHECK(generation.most_new_tokens == 4);
}

}  // namespace vitrine::steps_test
