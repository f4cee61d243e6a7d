#include "app/run/aspect.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::aspect_test {
using namespace vitrine::tests;

/// Calls use(path) for every tensor and parameter with a gradient.
template <class Use>
void for_each_gradient(const Run& run, Use&& use) {
    for (const std::string& path : paths_of(run)) {
        if (find_gradient(run, path).present()) use(path);
    }
}

TEST_CASE("a tensor is shown by its values where it has no gradient, as soon as that is known") {
    const auto plain = opened("translation").run, run = with_gradients(*plain);
    int without = 0;
    for (const std::string& path : paths_of(*run)) {
        CAPTURE(path);
        const TensorView tensor = run->find(path);
        if (!tensor.present()) continue;
        const bool none = tensor.type != ElementType::scalar || path == "probabilities" || path == "loss" || path == "token_loss" ||
                          path.ends_with(".positions");
        CHECK(has_no_gradient(*run, path) == none);
        CHECK_FALSE(has_no_gradient(*plain, path));  // nothing is known before gradients are computed
        without += none;
        for (const Aspect aspect : {Aspect::gradient, Aspect::both, Aspect::product}) {
            CHECK(aspect_of(*run, path, aspect) == (none ? Aspect::value : aspect));
            CHECK(aspect_of(*plain, path, aspect) == aspect);
        }
        CHECK(aspect_of(*run, path, Aspect::value) == Aspect::value);
    }
    CHECK(without > 5);
    auto model = std::make_shared<Model>(*run->model);
    model->batch.labels = Batch().labels;
    CHECK(has_no_gradient(*make_run(std::shared_ptr<const Model>(model)), "memory"));
}

TEST_CASE("value × gradient is that product in every cell, and 0 where no gradient arrives") {
    const auto run = with_gradients(*opened("translation").run);
    int cells = 0, masked = 0;
    for_each_gradient(*run, [&](const std::string& path) {
        CAPTURE(path);
        const TensorView value = run->find(path), gradient = find_gradient(*run, path);
        const TensorView product = find_tensor(*run, path, Aspect::product);
        REQUIRE(product.layout.shape == value.layout.shape);
        bool equal = true;
        double largest = 0;
        for (Size i = 0; i < value.layout.count(); ++i) {
            const Index cell = index_of(value.layout, i);
            const double slope = gradient.at(cell), one = product.at(cell);
            equal = equal && one == (slope == 0 ? 0 : static_cast<float>(value.at(cell)) * static_cast<float>(slope));
            largest = std::max(largest, std::abs(one));
            if (std::isinf(value.at(cell))) ++masked;
            ++cells;
        }
        CHECK(equal);
        CHECK(largest_of(*run, path, Aspect::product) == largest);
        CHECK(statistics_of(*run, path, Aspect::product).nan == 0);
    });
    CHECK(cells > 10'000);
    CHECK(masked > 0);
}

/// For a bias-free function of a matrix and its input, Σ value · gradient is the same on both sides (Euler's theorem): what enters
/// a matrix product in total leaves it in total.
TEST_CASE("over q and the scores made of it, value × gradient has one sum") {
    const auto run = with_gradients(*opened("translation").run);
    const auto total = [&](const std::string& path) {
        const Statistics& all = statistics_of(*run, path, Aspect::product);
        return all.mean * static_cast<double>(all.finite);
    };
    for (const std::string attention : {"encoder.layers.0.self_attn", "decoder.layers.1.cross_attn"}) {
        CAPTURE(attention);
        const double query = total(attention + ".query"), scores = total(attention + ".scores");
        CHECK(std::abs(query) > 1e-6);
        CHECK(query == doctest::Approx(scores).epsilon(1e-3));
        CHECK(total(attention + ".key") == doctest::Approx(scores).epsilon(1e-3));
    }
}

TEST_CASE("a run that gets its gradients anew has products of these") {
    const auto plain = opened("translation").run;
    const std::string path = "encoder.layers.0.self_attn.scores";
    const void* cells = nullptr;
    {
        const auto first = with_gradients(*plain);
        cells = find_tensor(*first, path, Aspect::product).data;
        CHECK(find_tensor(*first, path, Aspect::product).data == cells);  // kept
    }
    CHECK(!find_tensor(*plain, path, Aspect::product).present());
    const auto second = with_gradients(*plain);
    const TensorView product = find_tensor(*second, path, Aspect::product);
    REQUIRE(product.present());
    const Index cell{0, 1, 2, 1};
    CHECK(product.at(cell) ==
          static_cast<float>(plain->find(path).at(cell)) * static_cast<float>(find_gradient(*second, path).at(cell)));
}

TEST_CASE("ids, masks and runs without gradients have no product") {
    const auto plain = opened("translation").run;
    CHECK(!find_tensor(*plain, "encoder.layers.0.self_attn.scores", Aspect::product).present());
    const auto run = with_gradients(*plain);
    CHECK(find_tensor(*run, "encoder.layers.0.self_attn.scores", Aspect::product).present());
    CHECK(!find_tensor(*run, "encoder.layers.0.self_attn.mask", Aspect::product).present());
    CHECK(!find_tensor(*run, "src.tokens", Aspect::product).present());
}

TEST_CASE("of a difference, value × gradient is that of B less that of A") {
    const auto a = with_gradients(*opened("translation").run);
    Edits edits;
    edits.design.scale_scores = false;
    const auto b = with_gradients(*with_edits(a, edits));
    const auto difference = difference_of({a, b, nullptr});
    double largest = 0;
    for_each_gradient(*difference, [&](const std::string& path) {
        CAPTURE(path);
        const TensorView change = find_tensor(*difference, path, Aspect::product);
        const TensorView before = find_tensor(*a, path, Aspect::product), after = find_tensor(*b, path, Aspect::product);
        bool equal = true;
        for (Size i = 0; i < change.layout.count(); ++i) {
            const Index cell = index_of(change.layout, i);
            equal = equal && static_cast<float>(change.at(cell)) == static_cast<float>(after.at(cell) - before.at(cell));
            largest = std::max(largest, std::abs(change.at(cell)));
        }
        CHECK(equal);
    });
    CHECK(largest > 1e-4);
}

}  // namespace vitrine::aspect_test
