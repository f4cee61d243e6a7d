/// Decodes the same with and without the cache of keys and values.

#include <doctest/doctest.h>

#include "core/model/design_choices.h"
#include "tests/core/decode/configuration_variants.h"
#include "tests/core/decode/small_models.h"
#include "tests/counted.h"

namespace vitrine::cache_test {
using namespace vitrine::tests;

namespace {

std::vector<DecodeOptions> strategies() {
    return {{.max_new_tokens = 7},
            {.max_new_tokens = 7, .forced = {3, 0, 1}, .stops_at_eos = false},  // 0 is padding
            {.strategy = Strategy::sample,
             .max_new_tokens = 7,
             .sampling = {.temperature = 1.2, .top_k = 5, .top_p = 0.95},
             .seed = 3,
             .n_best = 3},
            {.strategy = Strategy::beam, .max_new_tokens = 7, .beams = 3, .early_stopping = false, .n_best = 3}};
}

std::vector<double> probabilities_of(const StepRow& row) {
    std::vector<double> result;
    for (const double log_probability : plain_log_softmax(as_doubles(row.logits))) result.push_back(std::exp(log_probability));
    return result;
}

/// Whether the order of a beam step's candidates does not depend on rounding. Without residuals, words are nearly lost: "a b" and
/// "b a" then have the same probability, and rounding decides which comes first.
bool is_decided(const Generation& generation, const DecodeStep& step) {
    if (generation.options.strategy != Strategy::beam) return true;
    for (std::size_t i = 1; i < step.considered.size(); ++i) {
        const auto log_probability = [&](std::size_t rank) {
            return generation.nodes[static_cast<std::size_t>(step.considered[rank])].log_probability;
        };
        if (close(log_probability(i - 1), log_probability(i))) return false;
    }
    return true;
}

/// The two decodings found the same sentences in every step, and the same probabilities except for rounding. Returns false if the
/// comparison had to stop early, as rounding may have decided which sentences go on.
bool check_same(const Generation& a, const Generation& b) {
    for (std::size_t step = 0; step < a.steps.size(); ++step) {
        CAPTURE(step);
        REQUIRE(step < b.steps.size());
        REQUIRE(a.steps[step].rows.size() == b.steps[step].rows.size());
        for (std::size_t i = 0; i < a.steps[step].rows.size(); ++i) {
            const StepRow &ours = a.steps[step].rows[i], &theirs = b.steps[step].rows[i];
            CHECK(tokens_to(a, ours.node) == tokens_to(b, theirs.node));
            const std::vector<double> p = probabilities_of(ours), q = probabilities_of(theirs);
            REQUIRE(p.size() == q.size());
            for (std::size_t word = 0; word < p.size(); ++word) CHECK(std::abs(p[word] - q[word]) <= decoding_rounding);
        }
        if (!is_decided(a, a.steps[step]) || !is_decided(b, b.steps[step])) return false;
    }
    CHECK(a.steps.size() == b.steps.size());
    REQUIRE(a.hypotheses.size() == b.hypotheses.size());
    for (std::size_t i = 0; i < a.hypotheses.size(); ++i) {
        CHECK(a.hypotheses[i].tokens == b.hypotheses[i].tokens);
        CHECK(close(a.hypotheses[i].log_probability, b.hypotheses[i].log_probability));
        CHECK(a.hypotheses[i].finished == b.hypotheses[i].finished);
    }
    return true;
}

/// Decodes with every strategy, with and without the cache. The cache must be used if it is valid, and only then. Returns for how
/// many strategies the comparison had to stop early.
int check_cache(const SmallModel& made) {
    int undecided = 0;
    const std::string refused = cache_refusal(made.configuration, made.design);
    for (DecodeOptions options : strategies()) {
        options.cache = CacheUse::where_valid;
        const Generation cached = made.decode(options);
        options.cache = CacheUse::none;
        const Generation full = made.decode(options);
        CHECK(cached.cached == refused.empty());
        CHECK(cached.cache_refusal == refused);
        CHECK_FALSE(full.cached);
        CHECK(full.cache_refusal.empty());
        undecided += !check_same(cached, full);
    }
    return undecided;
}

/// Whether a decoder layer's keys or values change when further words follow, found by running the model on sentences of each
/// length. One of the words is padding.
bool earlier_keys_change(const SmallModel& made) {
    const Sentence words{made.configuration.bos, 3, 0, 3, 1, 3};
    const Activations whole = teacher_forced(made, words);
    for (std::size_t length = 1; length < words.size(); ++length) {
        const Activations part = teacher_forced(made, Sentence(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length)));
        for (std::size_t layer = 0; layer < whole.decoder.layers.size(); ++layer) {
            const AttentionActivations &long_run = whole.decoder.layers[layer].self_attn(),
                                       &short_run = part.decoder.layers[layer].self_attn();
            for (Size i = 0; i < short_run.key.count(); ++i) {
                const Index cell = index_of(short_run.key.layout(), i);
                const auto differ = [&](const Tensor& x, const Tensor& y) {
                    return !close(static_cast<double>(x.at(cell)), static_cast<double>(y.at(cell)));
                };
                if (differ(short_run.key, long_run.key) || differ(short_run.value, long_run.value)) return true;
            }
        }
    }
    return false;
}

Design only(std::string_view name) {
    Design design;
    find_design_choice(name)->make(design, true);
    return design;
}

}  // namespace

TEST_CASE("with the cache and without, every configuration decodes the same") {
    int undecided = 0;
    for (const NamedConfiguration& variant : configuration_variants()) {
        CAPTURE(variant.name);
        CHECK(cache_refusal(variant.configuration, {}).empty());
        for (std::uint64_t seed = 1; seed <= 2; ++seed) undecided += check_cache(small_model(variant.configuration, seed));
    }
    CHECK(undecided <= 2);
}

TEST_CASE("they do with any of the design choices together, departures from the paper among them") {
    int cached = 0, refused = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        SmallModel made = any_small_model(seed);
        Random random(seed);
        made.design = random_design(made.configuration, random);
        check_cache(made);
        (cache_refusal(made.configuration, made.design).empty() ? cached : refused) += 1;
    }
    CHECK(cached > 5);
    CHECK(refused > 5);
}

TEST_CASE("they do with every departure from the paper, and the cache is refused where earlier keys would change, only there") {
    int models = 0, undecided = 0;
    for (const NamedConfiguration& variant : configuration_variants()) {
        CAPTURE(variant.name);
        for (const Design& design : single_departures(variant.configuration)) {
            SmallModel made = small_model(variant.configuration, 3);
            made.design = design;
            const std::string refused = cache_refusal(made.configuration, design);
            CAPTURE(refused);
            CHECK(refused.empty() == !earlier_keys_change(made));
            ++models, undecided += check_cache(made);
        }
    }
    CHECK(undecided < models / 5);
}

TEST_CASE("without a causal mask the first word's key in the second layer changes when the next word comes") {
    SmallModel made = small_model(small_configuration(), 1);
    const auto key = [&](const Sentence& words, std::size_t layer) {
        return static_cast<double>(teacher_forced(made, words).decoder.layers[layer].self_attn().key.at({0, 0, 0, 0}));
    };
    CHECK(close(key({1}, 1), key({1, 3}, 1)));
    made.design = only("no_causal_mask");
    CHECK(close(key({1}, 0), key({1, 3}, 0)));
    CHECK_FALSE(close(key({1}, 1), key({1, 3}, 1)));
    CHECK_FALSE(cache_refusal(made.configuration, made.design).empty());
}

TEST_CASE("where the cache is refused, each word is still the likeliest after those before it") {
    for (const std::string_view name : {"no_causal_mask", "mask_after_softmax"}) {
        CAPTURE(name);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            SmallModel made = small_model(small_configuration(), seed);
            made.design = only(name);
            REQUIRE_FALSE(cache_refusal(made.configuration, made.design).empty());
            const Generation generation = made.decode({.max_new_tokens = 6});
            CHECK(generation.hypotheses[0].tokens == plain_greedy(made, 6, {made.configuration.bos}));
        }
    }
}

TEST_CASE("a hidden key that still weighs something is never taken from a cache that does not have it") {
    // With a mask value near the scores, masks do not really hide; and a row that may not look at anything looks at everything,
    // even ahead.
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        Configuration c = small_configuration();
        for (const double value : {-2.0, 0.0, 3.0}) {
            c.mask_value = value;
            const SmallModel made = small_model(c, seed);
            CHECK(earlier_keys_change(made));
            check_cache(made);
        }
        c.mask_value = -1e9;
        c.pad_tgt = c.bos;
        check_cache(small_model(c, seed));
        c.mask_value.reset();
        check_cache(small_model(c, seed));
    }
}

TEST_CASE("with the cache and without, a model that is altered by hand decodes the same, and not as one that is not") {
    const Counted checks(40);
    std::vector<Interventions> alterations;
    for (const char* attention : {"encoder.layers.1.self_attn", "decoder.layers.0.self_attn", "decoder.layers.1.cross_attn"})
        alterations.push_back({.silenced = {{attention, 1}}});
    for (const char* sublayer :
         {"encoder.layers.0.ffn", "decoder.layers.0.self_attn", "decoder.layers.0.cross_attn", "decoder.layers.1.ffn"}) {
        alterations.push_back({.skipped_sublayers = {sublayer}});
        alterations.push_back({.skipped_residuals = {sublayer}});
    }
    // With a single key, Q and K of self-attention have no effect; row 17 belongs to W_V.
    for (const Overwrite& overwrite : {Overwrite{"transformer.encoder.layers.0.linear1.weight", {1, 0}, 2.5},
                                       Overwrite{"transformer.decoder.layers.1.self_attn.in_proj_weight", {17, 0}, 2.5},
                                       Overwrite{"transformer.decoder.layers.0.multihead_attn.in_proj_weight", {17, 0}, 2.5},
                                       Overwrite{"tgt_embedding.weight", {1, 3}, 2.5}, Overwrite{"fc_out.bias", {1}, 2.5}})
        alterations.push_back({.overwrites = {overwrite}});

    for (const NamedConfiguration& variant : {configuration_variants()[0], configuration_variants()[1]}) {
        CAPTURE(variant.name);
        SmallModel made = small_model(variant.configuration, 5);
        const Generation plain = made.decode({.max_new_tokens = 3});
        for (const Interventions& alteration : alterations) {
            CAPTURE(&alteration - alterations.data());
            made.interventions = alteration;
            check_cache(made);
            const Generation altered = made.decode({.max_new_tokens = 3});
            CHECK_FALSE(close(as_doubles(altered.steps[0].rows[0].logits), as_doubles(plain.steps[0].rows[0].logits)));
            CHECK(close(as_doubles(altered.steps[0].rows[0].logits), logits_at(teacher_forced(made, {made.configuration.bos}), 0)));
        }
    }
}

TEST_CASE("cells that were overwritten in a run do not count in a decoding, but overwritten parameters do") {
    SmallModel made = small_model(small_configuration(), 7);
    const DecodeOptions options{.max_new_tokens = 4};
    const Generation plain = made.decode(options);
    made.interventions.overwrites = {{"memory", {0, 0, 0}, 9},
                                     {"decoder.layers.0.self_attn.key", {0, 0, 0, 0}, 9},
                                     {"decoder.layers.1.norm3", {0, 5, 0}, 9},
                                     {"logits", {0, 0, 4}, 99}};
    CHECK(check_same(made.decode(options), plain));
    made.interventions.overwrites.push_back({"fc_out.bias", {4}, 99});
    CHECK(made.decode(options).hypotheses[0].tokens == Sentence{1, 4, 4, 4, 4});
    CHECK(made.parameters.fc_out.bias.data()[4] < 99);
}

}  // namespace vitrine::cache_test
