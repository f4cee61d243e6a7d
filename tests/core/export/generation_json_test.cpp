#include "core/export/generation_json.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace vitrine::generation_json_test {

namespace {

using Json = nlohmann::ordered_json;

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int32_t bos = 1, eos = 2, a = 3, b = 4, u = 5;

const Vocabulary& words() {
    static const Vocabulary vocabulary({"<pad>", "<s>", "</s>", "a", "b", "ü"});
    return vocabulary;
}

TargetText in_words() { return {words(), TextUnit::words, bos, eos}; }

/// Logits of probabilities that are eighths.
std::vector<Scalar> logits_of(std::initializer_list<int> eighths) {
    std::vector<Scalar> logits;
    for (const int n : eighths) logits.push_back(static_cast<Scalar>(std::log(n / 8.0)));  // of none −∞
    return logits;
}

/// A search of width 2 written down: "a", then the end, or "ü" before it.
Generation search() {
    Generation g;
    g.source = {3, 4};
    g.options.strategy = Strategy::beam;
    g.options.beams = g.options.n_best = 2;
    g.most_new_tokens = 2;
    g.cached = g.complete = true;
    g.nodes = {
        {.fate = Fate::kept, .reason = Reason::beginning},
        {.parent = 0, .step = 1, .token = a, .probability = 0.5, .log_probability = -0.7, .score = -0.8, .rank = 0},
        {.parent = 0, .step = 1, .token = b, .probability = 0.1, .log_probability = -infinity, .score = nan, .rank = 1},
        {.parent = 1, .step = 2, .token = eos, .probability = 0.25, .log_probability = -2.1, .score = -1.9, .rank = 0},
        {.parent = 1, .step = 2, .token = u, .probability = 1.0 / 3, .log_probability = -2.5, .score = -2.2, .rank = 1},
    };
    g.nodes[0].token = bos;
    g.nodes[1].fate = Fate::kept, g.nodes[1].reason = Reason::forced;
    g.nodes[3].fate = Fate::finished, g.nodes[3].reason = Reason::in_beam;
    g.nodes[4].fate = Fate::cut_off, g.nodes[4].reason = Reason::in_beam;
    g.steps.resize(2);
    g.steps[0].rows = {{.node = 0, .logits = logits_of({0, 0, 1, 4, 2, 1})}};
    g.steps[0].considered = {1, 2};
    g.steps[0].rows_added = 1;
    g.steps[0].multiplications = {120, 340};
    g.steps[0].microseconds = 1.5;
    g.steps[1].rows = {{.node = 1, .logits = logits_of({1, 1, 2, 1, 1, 2})}};
    g.steps[1].considered = {3, 4};
    g.steps[1].rows_reused = 1, g.steps[1].rows_added = 1;
    g.hypotheses = {{.node = 3, .tokens = {bos, a, eos}, .log_probability = -2.1, .score = -1.9, .finished = true},
                    {.node = 4, .tokens = {bos, a, u}, .log_probability = -2.5, .score = nan}};
    return g;
}

}  // namespace

TEST_CASE("a generation is its sentences, the best first") {
    const Json json = generation_json(search(), in_words());
    CHECK(json.dump() == R"([{"tokens":[1,3,2],"text":"a","log_probability":-2.1,"score":-1.9,"finished":true},)"
                         R"({"tokens":[1,3,5],"text":"a ü","log_probability":-2.5,"score":"nan","finished":false}])");
    CHECK(generation_json({}, in_words()).dump() == "[]");
}

TEST_CASE("what a folder's rules forbid and demand stands with the sentences, and with every step") {
    Generation g = search();
    g.options.rules.forbidden = {{u}, {a, b}};
    g.options.rules.forced_last = eos;
    g.steps[1].rows[0].forbidden = {b, u};
    g.nodes[3].reason = Reason::required;
    const Json json = generation_json(g, in_words(), GenerationDetail::steps);
    CHECK(json[0]["rules"].dump() == R"({"forbidden":[[5],[3,4]],"last":2})");
    const Json &first = json[0]["steps"][0], &last = json[0]["steps"][1];
    CHECK(first["forbidden"].empty());
    CHECK(last["forbidden"] == Json({b, u}));
    CHECK(last["reason"] == "required");
    CHECK(last["forced"] == false);
    for (const Json& candidate : last["candidates"]) {
        const bool forbidden = candidate["token"] == b || candidate["token"] == u;
        CHECK((candidate["cut"] == "forbidden") == forbidden);
        CHECK((candidate["filtered"] == 0) == forbidden);
    }
    CHECK(why(g, 4) == "second best of the 2 considered: stays in the beam, and the maximum number of tokens is reached");
}

TEST_CASE("the text of a generation has what the vocabulary has: words, characters, or ids") {
    const auto text = [](const TargetText& target) { return generation_json(search(), target)[1]["text"].get<std::string>(); };
    CHECK(text({words(), TextUnit::characters, bos, eos}) == "aü");
    const Vocabulary unknown;
    CHECK(text({unknown, TextUnit::words, bos, eos}) == "3 5");
}

TEST_CASE("every word of a sentence has its record") {
    const Generation g = search();
    const Json steps = generation_json(g, in_words(), GenerationDetail::steps)[0]["steps"];
    REQUIRE(steps.size() == 2);
    const Json &first = steps[0], &last = steps[1];
    CHECK(first["step"] == 1);
    CHECK(first["after"] == "");
    CHECK(first["token"] == a);
    CHECK(first["word"] == "a");
    CHECK(first["probability"] == 0.5);
    CHECK(first["log_probability"] == -0.7);
    CHECK(first["score"] == -0.8);
    CHECK(first["rank"] == 0);
    CHECK(first["reason"] == "forced");
    CHECK(first["forced"] == true);
    CHECK(first["why"] == why(g, 1));
    CHECK(first["fate"] == "kept");
    CHECK(first["drawn"].is_null());
    CHECK(first["cache"] == Json({{"reused", 0}, {"added", 1}}));
    CHECK(first["multiplications"] == Json({{"with_cache", 120.0}, {"without_cache", 340.0}}));
    CHECK(first["microseconds"] == 1.5);
    CHECK(last["after"] == "a");
    CHECK(last["fate"] == "finished");
    CHECK(last["forced"] == false);
    CHECK(last["cache"]["reused"] == 1);
}

TEST_CASE("the tokens of a prompt were considered by no step, and have no record") {
    Generation g = search();
    for (WordNode& node : g.nodes) {
        node.step = std::max(0, node.step - 1);
        if (node.step == 0 && node.parent >= 0) node.reason = Reason::beginning;
    }
    g.steps.erase(g.steps.begin());
    const Json steps = generation_json(g, in_words(), GenerationDetail::steps)[0]["steps"];
    REQUIRE(steps.size() == 1);
    CHECK(steps[0]["step"] == 1);
    CHECK(steps[0]["token"] == eos);
    CHECK(steps[0]["considered"].size() == 2);
}

TEST_CASE("what a step considered is listed with what became of it") {
    const Json considered = generation_json(search(), in_words(), GenerationDetail::steps)[1]["steps"][0]["considered"];
    REQUIRE(considered.size() == 2);
    CHECK(considered[0].dump() == R"({"token":3,"word":"a","after":"","log_probability":-0.7,"score":-0.8,"fate":"kept"})");
    CHECK(considered[1].dump() == R"({"token":4,"word":"b","after":"","log_probability":"-inf","score":"nan","fate":"pruned"})");
}

TEST_CASE("the candidates of a step are all words, the likeliest first") {
    const Json step = generation_json(search(), in_words(), GenerationDetail::steps)[0]["steps"][0];
    const Json& candidates = step["candidates"];
    REQUIRE(candidates.size() == 6);
    CHECK(candidates[0]["word"] == "a");
    CHECK(candidates[0]["logit"].get<double>() == doctest::Approx(std::log(0.5)));
    CHECK(candidates[0]["probability"].get<double>() == doctest::Approx(0.5));
    CHECK(candidates[0]["cut"].is_null());
    CHECK(candidates[1]["word"] == "b");
    CHECK(candidates[2]["token"] == eos);
    CHECK(candidates[5]["logit"] == "-inf");
    CHECK(candidates[5]["probability"] == 0.0);
    CHECK(step["more"]["count"] == 0);
}

TEST_CASE("candidates are cut where sampling cuts them, and only there") {
    Generation g = search();
    g.options.sampling.top_k = 1;
    CHECK(generation_json(g, in_words(), GenerationDetail::steps)[0]["steps"][0]["candidates"][1]["cut"].is_null());
    g.options.strategy = Strategy::sample;
    g.nodes[1].drawn = 0.25;
    const Json step = generation_json(g, in_words(), GenerationDetail::steps)[0]["steps"][0];
    CHECK(step["drawn"] == 0.25);
    CHECK(step["candidates"][0]["filtered"].get<double>() == doctest::Approx(1));
    CHECK(step["candidates"][0]["cut"].is_null());
    CHECK(step["candidates"][1]["filtered"] == 0.0);
    CHECK(step["candidates"][1]["cut"] == "top_k");
}

TEST_CASE("of many candidates the first fifty are listed, and the share of the rest is told") {
    Generation g = search();
    g.steps[0].rows[0].logits.assign(60, Scalar(0));
    const Vocabulary unknown;
    const Json step = generation_json(g, {unknown, TextUnit::words, bos, eos}, GenerationDetail::steps)[0]["steps"][0];
    CHECK(step["candidates"].size() == 50);
    CHECK(step["candidates"][49]["token"] == 49);
    CHECK(step["candidates"][49]["word"] == "49");
    CHECK(step["more"]["count"] == 10);
    CHECK(step["more"]["probability"].get<double>() == doctest::Approx(1.0 / 6));
}

}  // namespace vitrine::generation_json_test
