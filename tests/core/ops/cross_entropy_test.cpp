#include "core/ops/cross_entropy.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"

namespace vitrine::cross_entropy_test {
using namespace vitrine::tests;

namespace {

constexpr std::int32_t pad = 9;

IndexTensor tokens_of(std::initializer_list<std::int32_t> tokens) {
    IndexTensor tensor(Axis::batch, Axis::position);
    tensor.resize({1, static_cast<Size>(tokens.size())});
    std::copy(tokens.begin(), tokens.end(), tensor.data());
    return tensor;
}

/// As many rows of the same three logits as there are labels.
struct Loss {
    Tensor token_loss{Axis::batch, Axis::position}, loss{Axis::item};

    explicit Loss(const IndexTensor& labels, double added = 0) {
        Tensor logits(Axis::batch, Axis::position, Axis::vocabulary);
        logits.resize({1, labels.count(), 3});
        for (Size i = 0; i < logits.count(); ++i) {
            const double row[] = {0.5, -1, 2};
            logits.data()[i] = static_cast<Scalar>(row[i % 3] + added);
        }
        token_loss.resize({1, labels.count()});
        loss.resize({1});
        cross_entropy_forward(logits, {labels, pad}, token_loss);
        mean_loss_forward(token_loss, {labels, pad}, loss);
    }
};

}  // namespace

TEST_CASE("a token's loss is the negative logarithm of its label's probability") {
    const Loss result(tokens_of({0, 1, 2}));
    const double expected[] = {1.7413112966571571, 3.241311296657157, 0.24131129665715711};
    for (Size i = 0; i < 3; ++i) CHECK(static_cast<double>(result.token_loss.data()[i]) == approximately(expected[i]));
    CHECK(static_cast<double>(result.loss.data()[0]) == approximately(1.7413112966571571));
}

TEST_CASE("padding costs nothing and does not count in the mean") {
    const Loss result(tokens_of({2, pad, 1, pad}));
    CHECK(result.token_loss.data()[1] == 0);
    CHECK(static_cast<double>(result.loss.data()[0]) == approximately(1.7413112966571571));
}

TEST_CASE("with nothing but padding the loss is NaN") { CHECK(std::isnan(Loss(tokens_of({pad, pad})).loss.data()[0])); }

TEST_CASE("large logits do not overflow") {
    const Loss result(tokens_of({2}), 1000);
    CHECK(static_cast<double>(result.loss.data()[0]) == doctest::Approx(0.24131129665715711).epsilon(is_double ? 1e-12 : 1e-3));
}

TEST_CASE("the prediction is the first of the largest logits, and NaN counts as largest") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const Tensor logits = tensor_of({1, 5, 3}, {1, 3, 2, 4, 4, 1, -2, -3, -1, 5, nan, 6, -infinity, -infinity, infinity},
                                    Axis::batch, Axis::position, Axis::vocabulary);
    IndexTensor predictions(Axis::batch, Axis::position);
    predictions.resize({1, 5});
    argmax_forward(logits, predictions);
    const std::int32_t expected[] = {1, 0, 2, 1, 2};
    for (Size i = 0; i < 5; ++i) CHECK(predictions.data()[i] == expected[i]);
}

}  // namespace vitrine::cross_entropy_test
