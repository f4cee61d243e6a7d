#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/io/words/model_card.h"
#include "tests/core/io/helpers.h"

namespace vitrine::compared_figures_test {

using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

/// What `vitrine evaluate --beams 2 --json` prints of a model with this loss and these scores.
Json evaluation(double loss, double greedy, double beams) {
    const auto scored = [](double score) { return Json{{"score", score}}; };
    return {{"pairs", "held-out pairs"},
            {"sentences", 7},
            {"tokens", 30},
            {"loss", loss},
            {"token_accuracy", 0.5},
            {"exact_match", 0},
            {"greedy", {{"bleu", scored(greedy)}, {"chrf", scored(2 * greedy)}, {"exact_match", 0.25}}},
            {"beams",
             {{"beams", 2},
              {"length_penalty", 0.6},
              {"early_stopping", true},
              {"bleu", scored(beams)},
              {"chrf", scored(2 * beams)},
              {"exact_match", 0.5}}}};
}

}  // namespace

TEST_CASE("figures of another training stand beside the model's own, once for each way of training") {
    CardFigures figures = figures_from_evaluation(evaluation(1.5, 20, 21), "own");
    add_compared(figures, "trained without dropout", evaluation(1.75, 18, 17), "other.json");
    add_compared(figures, "trained for longer", evaluation(1.25, 22, 23), "longer.json");
    add_compared(figures, "trained without dropout", evaluation(1.7, 19, 18.5), "again.json");
    REQUIRE(figures.compared.size() == 2);
    CHECK(figures.compared[0].how == "trained for longer");
    const CardCompared& other = figures.compared[1];
    CHECK(other.how == "trained without dropout");
    CHECK(other.loss == 1.7);
    CHECK(other.bleu == 19);
    CHECK(other.chrf == 38);
    CHECK(other.beams.bleu == 18.5);
    CHECK(*figures.bleu == 20);
}

TEST_CASE("only figures that were measured on the same pairs in the same way are compared") {
    CardFigures figures = figures_from_evaluation(evaluation(1.5, 20, 21), "own");
    const auto refused = [&](const char* key, const Json& value, const auto&... parts) {
        Json other = evaluation(1.75, 18, 17);
        other.merge_patch({{key, value}});
        check_error([&] { add_compared(figures, "trained without dropout", other, "other.json"); }, "other.json: ", parts...);
    };
    refused("pairs", "all pairs of a.tsv", "was measured on all pairs of a.tsv");
    refused("sentences", 8, "was measured on held-out pairs");
    refused("tokens", 31, "31 tokens", "30 tokens");
    refused("beams", {{"beams", 4}}, "4 beams", "2 beams");
    refused("beams", nullptr, "vitrine evaluate --beams");
    CHECK(figures.compared.empty());
    figures.beams.reset();
    refused("loss", 2, "the card has no figures with beams");
}

}  // namespace vitrine::compared_figures_test
