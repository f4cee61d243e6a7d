/// Our decodings against those of PyTorch's models, word by word.

#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/decode/generate.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "tests/test_data.h"

namespace vitrine::goldens_test {

namespace {

using Json = nlohmann::json;

/// The precision that is required of recorded numbers.
doctest::Approx recorded(double number) { return doctest::Approx(number).epsilon(1e-4).scale(1); }

struct RecordedDecoding {
    Configuration configuration;
    Parameters parameters;
    Json decode;

    explicit RecordedDecoding(const std::string& name) {
        const std::filesystem::path folder = test_data("goldens") / name;
        configuration = open_model_folder(folder).configuration;
        decode = Json::parse(std::ifstream(folder / "decode.json"));
        parameters = read_parameters(folder / decode.at("weights").get<std::string>(), configuration);
    }

    DecodeOptions options(Strategy strategy, CacheUse cache) const {
        const Size beams = decode.at("beams");
        return {.strategy = strategy,
                .max_new_tokens = decode.at("max_new_tokens"),
                .beams = beams,
                .length_penalty = decode.at("length_penalty"),
                .n_best = strategy == Strategy::beam ? beams : 1,
                .cache = cache};
    }
};

void compare_greedy(const RecordedDecoding& golden, CacheUse cache) {
    for (const Json& item : golden.decode.at("sources")) {
        const Generation generation = generate({golden.configuration, golden.parameters}, item.at("src").get<Sentence>(),
                                               golden.options(Strategy::greedy, cache));
        CHECK(generation.complete);
        CHECK(generation.cached == (cache == CacheUse::where_valid));
        REQUIRE(generation.hypotheses.size() == 1);
        CHECK(generation.hypotheses[0].tokens == item.at("greedy").get<Sentence>());
    }
}

void compare_beams(const RecordedDecoding& golden, CacheUse cache) {
    for (const Json& item : golden.decode.at("sources")) {
        const Generation generation = generate({golden.configuration, golden.parameters}, item.at("src").get<Sentence>(),
                                               golden.options(Strategy::beam, cache));
        CHECK(generation.complete);
        CHECK(generation.cached == (cache == CacheUse::where_valid));
        const Json& expected = item.at("beam");
        REQUIRE(generation.hypotheses.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            CAPTURE(i);
            const Hypothesis& hypothesis = generation.hypotheses[i];
            const Sentence tokens = expected[i].at("tokens");
            CHECK(hypothesis.tokens == tokens);
            CHECK(hypothesis.finished == (tokens.back() == golden.configuration.eos));
            CHECK(hypothesis.log_probability == recorded(expected[i].at("log_probability")));
            CHECK(hypothesis.score == recorded(expected[i].at("score")));
        }
    }
}

void compare(const std::string& name) {
    CAPTURE(name);
    const RecordedDecoding golden(name);
    REQUIRE_FALSE(golden.decode.at("sources").empty());
    for (const CacheUse cache : {CacheUse::where_valid, CacheUse::none}) {
        compare_greedy(golden, cache);
        compare_beams(golden, cache);
    }
}

}  // namespace

TEST_CASE("sentences that a trained model translates are PyTorch's, greedily and of every beam, with the cache and without") {
    compare("translation");
}

TEST_CASE("sentences that never end are PyTorch's, greedily and of every beam, with the cache and without") {
    compare("single-token");
}

}  // namespace vitrine::goldens_test
