/// Decodings that are not possible. Each is refused with one line that says why.

#include <limits>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/decode/small_models.h"

namespace vitrine::refused_options_test {
using namespace vitrine::tests;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

/// The error that a call throws; empty if it throws none.
template <class Call>
std::string problem(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

std::string problem_with(const DecodeOptions& options) {
    return problem([&] { check(options, small_configuration()); });
}

std::string problem_of(const SmallModel& made, const DecodeOptions& options = {}) {
    return problem([&] { made.decode(options); });
}

bool has(const std::string& text, std::string_view part) {
    CAPTURE(text);
    const bool found = text.find(part) != std::string::npos;
    CHECK(found);
    CHECK(text.find('\n') == std::string::npos);
    return found;
}

}  // namespace

TEST_CASE("options that can be had are") {
    CHECK(problem_with({}).empty());
    for (const SamplingOptions& sampling :
         {SamplingOptions{.temperature = 0}, SamplingOptions{.temperature = 100}, SamplingOptions{.top_k = 1},
          SamplingOptions{.top_k = 1000}, SamplingOptions{.top_p = 1e-9}, SamplingOptions{.top_p = 1}})
        CHECK(problem_with({.strategy = Strategy::sample, .sampling = sampling}).empty());
    CHECK(problem_with({.strategy = Strategy::beam, .beams = 1}).empty());
    CHECK(problem_with({.strategy = Strategy::beam, .beams = 5, .length_penalty = 0, .n_best = 5}).empty());
    CHECK(problem_with({.strategy = Strategy::sample, .n_best = 100}).empty());
    CHECK(problem_with({.forced = {0, 7}}).empty());
}

TEST_CASE("an option that cannot be had is named") {
    for (const double temperature : {-1e-9, -1.0, not_a_number, infinity})
        CHECK(has(problem_with({.strategy = Strategy::sample, .sampling = {.temperature = temperature}}), "temperature"));
    for (const double top_p : {0.0, -0.5, 1.0001, not_a_number})
        CHECK(has(problem_with({.strategy = Strategy::sample, .sampling = {.top_p = top_p}}), "top_p"));
    CHECK(has(problem_with({.strategy = Strategy::sample, .sampling = {.top_k = -1}}), "top_k"));
    for (const Size beams : {Size{0}, Size{-1}, Size{1001}, Size{1'000'000'000}})
        CHECK(has(problem_with({.strategy = Strategy::beam, .beams = beams}), "beams"));
    for (const double alpha : {not_a_number, infinity, -infinity})
        CHECK(has(problem_with({.strategy = Strategy::beam, .length_penalty = alpha}), "length_penalty"));
    CHECK(has(problem_with({.max_new_tokens = -1}), "max_new_tokens"));
    CHECK(has(problem_with({.strategy = Strategy::sample, .n_best = 0}), "n_best"));
    CHECK(has(problem_with({.strategy = Strategy::sample, .n_best = 1'000'000'000}), "n_best"));
    CHECK(has(problem_with({.strategy = Strategy::beam, .beams = 3, .n_best = 4}), "n_best"));
    CHECK(has(problem_with({.n_best = 2}), "n_best"));
}

TEST_CASE("words chosen by hand must be words of the target") {
    for (const std::int32_t word : {-1, 8, 1000}) {
        const std::string said = problem_with({.forced = {3, word}});
        CHECK(has(said, std::to_string(word)));
        CHECK(has(problem_of(small_model(small_configuration(), 1), {.forced = {3, word}}), std::to_string(word)));
    }
}

TEST_CASE("a decoding refuses what its options refuse") {
    const SmallModel made = small_model(small_configuration(), 1);
    CHECK(problem_of(made).empty());
    CHECK(has(problem_of(made, {.strategy = Strategy::beam, .beams = 0}), "beams"));
    CHECK(has(problem_of(made, {.strategy = Strategy::sample, .sampling = {.temperature = -1}}), "temperature"));
}

TEST_CASE("the source must have words, all of them in its vocabulary") {
    SmallModel made = small_model(small_configuration(), 1);
    made.source = {};
    CHECK_FALSE(problem_of(made).empty());
    for (const std::int32_t word : {-1, 8, 99}) {
        made.source = {3, word, 4};
        CHECK(has(problem_of(made), std::to_string(word)));
    }
    made.source = {3, 7};
    CHECK(problem_of(made).empty());
}

TEST_CASE("a source longer than a learned table of positions is refused, one as long is not") {
    Configuration c = small_configuration();
    c.positions = PositionKind::learned;
    c.max_positions = 5;
    SmallModel made = small_model(c, 1);
    made.source.assign(5, 3);
    CHECK(problem_of(made).empty());
    made.source.assign(6, 3);
    CHECK(has(problem_of(made), "6"));
    CHECK(has(problem_of(made), "5"));
}

TEST_CASE("a model that says NaN is an error that says so, wherever the NaN is") {
    for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
        for (const Strategy strategy : {Strategy::greedy, Strategy::sample, Strategy::beam}) {
            const DecodeOptions options{.strategy = strategy, .max_new_tokens = 3, .cache = cache};
            SmallModel made = small_model(small_configuration(), 1);
            made.parameters.fc_out.bias.data()[5] = std::numeric_limits<Scalar>::quiet_NaN();
            CHECK(has(problem_of(made, options), "NaN"));
            made = small_model(small_configuration(), 1);
            made.parameters.transformer.encoder.layers[0].feed_forward.linear1.bias.fill(std::numeric_limits<Scalar>::quiet_NaN());
            CHECK(has(problem_of(made, options), "NaN"));
            made = small_model(small_configuration(), 1);
            made.interventions.overwrites = {{"fc_out.bias", {2}, not_a_number}};
            CHECK(has(problem_of(made, options), "NaN"));
        }
    }
}

}  // namespace vitrine::refused_options_test
