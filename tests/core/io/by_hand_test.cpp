/// The by-hand sample's encoder self-attention, worked with a pencil.

#include <cmath>

#include "core/io/sample.h"
#include "core/pass/transformer.h"
#include "tests/core/io/helpers.h"

namespace vitrine::by_hand_test {
using namespace vitrine::test;

namespace {

struct Pencil : Activations {
    Pencil() {
        const Model model = load_sample("by-hand");
        forward(model.configuration, model.parameters, model.batch, *this);
    }
    const AttentionActivations& attention() const { return encoder.layers[0].self_attn(); }
};

void check_rows(const Tensor& tensor, const std::vector<double>& expected) {
    REQUIRE(tensor.count() == static_cast<Size>(expected.size()));
    for (Size i = 0; i < tensor.count(); ++i) {
        CHECK(double(tensor.at(index_of(tensor.layout(), i))) ==
              doctest::Approx(expected[static_cast<std::size_t>(i)]).epsilon(1e-6));
    }
}

}  // namespace

TEST_CASE("by hand: x is embedding plus position, and so are query, key and value") {
    const Pencil run;
    // (.1, .2) + (0, .1), (.3, .4) + (.1, .2), (.5, .6) + (.2, .3)
    const std::vector<double> x{0.1, 0.3, 0.4, 0.6, 0.7, 0.9};
    check_rows(run.src.sum, x);
    for (const Tensor* tensor : {&run.attention().query, &run.attention().key, &run.attention().value}) check_rows(*tensor, x);
}

TEST_CASE("by hand: scores are the dot products of the rows of x over the root of 2") {
    const Pencil run;
    // .1·.1 + .3·.3 = .10   .1·.4 + .3·.6 = .22   .1·.7 + .3·.9 = .34
    //                       .4·.4 + .6·.6 = .52   .4·.7 + .6·.9 = .82
    //                                             .7·.7 + .9·.9 = 1.30
    std::vector<double> scores{0.10, 0.22, 0.34, 0.22, 0.52, 0.82, 0.34, 0.82, 1.30};
    for (double& score : scores) score /= std::sqrt(2.0);
    check_rows(run.attention().scores, scores);
    check_rows(run.attention().masked_scores, scores);
}

TEST_CASE("by hand: weights are the softmax of each row of scores, and context is their mean of the rows of x") {
    const Pencil run;
    // The first row: e^.070711 = 1.073271, e^.155563 = 1.168316, e^.240416 = 1.271778; their sum is 3.513365.
    const auto& weights = run.attention().weights;
    CHECK(double(weights.at({0, 0, 0, 0})) == doctest::Approx(1.073271 / 3.513365).epsilon(1e-5));
    CHECK(double(weights.at({0, 0, 0, 1})) == doctest::Approx(1.168316 / 3.513365).epsilon(1e-5));
    CHECK(double(weights.at({0, 0, 0, 2})) == doctest::Approx(1.271778 / 3.513365).epsilon(1e-5));
    check_rows(weights, {0.3054822, 0.3325348, 0.3619830, 0.2656200, 0.3283890, 0.4059910, 0.2285361, 0.3208923, 0.4505715});

    // .305482 · (.1, .3) + .332535 · (.4, .6) + .361983 · (.7, .9) = (.416950, .616950), and so on.
    const std::vector<double> context{0.4169502, 0.6169502, 0.4421113, 0.6421113, 0.4666106, 0.6666106};
    check_rows(run.attention().context, context);
    check_rows(run.attention().output, context);
}

TEST_CASE("by hand: without the division by the root of 2 the weights would be others") {
    const Pencil run;
    const double undivided = std::exp(0.10) / (std::exp(0.10) + std::exp(0.22) + std::exp(0.34));
    CHECK(undivided == doctest::Approx(0.294226).epsilon(1e-5));
    CHECK(double(run.attention().weights.at({0, 0, 0, 0})) - undivided > 0.01);
}

TEST_CASE("by hand: of two features a LayerNorm leaves only which one is larger") {
    const Pencil run;
    // x + context = (.516950, .916950): both .2 from their mean, so ∓.2 / √(.04 + 1e-5) = ∓.999875.
    check_rows(run.encoder.layers[0].sublayers[0].norm.output, {-0.999875, 0.999875, -0.999875, 0.999875, -0.999875, 0.999875});
}

}  // namespace vitrine::by_hand_test
