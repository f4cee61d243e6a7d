#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <doctest/doctest.h>

#include "core/io/sample.h"
#include "core/pass/transformer.h"
#include "tests/core/shortened.h"

namespace vitrine::long_sample_test {
using namespace vitrine::tests;

namespace {

using Intended = std::function<bool(Size, Size)>;

/// A run of the sample's first words, and which of them a head should look at.
class Story {
public:
    Story() : model(shortened(load_sample("long"), 400)) {
        forward(model.configuration, model.parameters, model.batch, activations);
    }

    Model model;
    Activations activations;

    Size source_length() const { return model.batch.source_length(); }
    std::int32_t source(Size position) const { return position < 0 ? -1 : model.batch.src.at({0, position}); }
    std::int32_t target(Size position) const { return position < 0 ? -1 : model.batch.tgt.at({0, position}); }
    bool is_stop(Size position) const { return word(source(position)) == "."; }
    const std::string& word(std::int32_t id) const { return model.source_vocabulary.words()[static_cast<std::size_t>(id)]; }

    /// k is a full stop, and no other one is nearer to q.
    bool is_nearest_stop(Size q, Size k) const {
        if (!is_stop(k)) return false;
        for (Size nearer = std::max<Size>(0, q - std::abs(q - k) + 1); nearer < std::min(source_length(), q + std::abs(q - k));
             ++nearer)
            if (is_stop(nearer)) return false;
        return true;
    }
};

/// The weight that a head gives to the keys that it should look at, averaged over the queries that have such keys.
double share(const AttentionActivations& attention, Size head, const Intended& intended) {
    double sum = 0, queries = 0;
    for (Size q = 0; q < attention.weights.size(2); ++q) {
        double given = 0;
        bool any = false;
        for (Size k = 0; k < attention.weights.size(3); ++k) {
            if (!intended(q, k)) continue;
            given += static_cast<double>(attention.weights.at({0, head, q, k}));
            any = true;
        }
        sum += any ? given : 0;
        queries += any;
    }
    REQUIRE(queries > 0);
    return sum / queries;
}

/// The same keys for every query.
Intended always(const std::function<bool(Size)>& key) {
    return [key](Size, Size k) { return key(k); };
}

/// Whether the head gives every key the same weight, to the precision of a weight.
bool is_even(const AttentionActivations& attention, Size head) {
    const auto first = static_cast<double>(attention.weights.at({0, head, 1, 0}));
    return std::abs(first * static_cast<double>(attention.weights.size(3)) - 1) < 1e-3;
}

}  // namespace

TEST_CASE("the long sample is 4096 words with eight heads") {
    const Model model = load_sample("long");
    CHECK(model.batch.sentences() == 1);
    CHECK(model.batch.source_length() == 4096);
    CHECK(model.configuration.nhead == 8);
    CHECK(model.batch.target_length() == 16);
}

TEST_CASE("the heads of the long sample's first layer look at what its text says") {
    const Story story;
    const AttentionActivations& attention = story.activations.encoder.layers[0].self_attn();
    CHECK(share(attention, 0, [](Size q, Size k) { return k == q - 1; }) > 0.95);
    CHECK(share(attention, 1, [](Size q, Size k) { return k == q - 2; }) > 0.95);
    CHECK(share(attention, 2, [&](Size q, Size k) { return k < q && story.source(k) == story.source(q); }) > 0.85);
    CHECK(share(attention, 3, always([&](Size k) { return story.is_stop(k); })) > 0.95);
    CHECK(share(attention, 4, always([](Size k) { return k == 0; })) > 0.95);
    CHECK(share(attention, 5, [](Size q, Size k) { return std::abs(q - k) <= 16; }) > 0.85);
    CHECK(share(attention, 6, [&](Size q, Size k) { return story.is_nearest_stop(q, k); }) > 0.8);
    CHECK(is_even(attention, 7));
}

TEST_CASE("its second layer has an induction head, which a head of the first layer makes possible") {
    Story story;
    const AttentionActivations& attention = story.activations.encoder.layers[1].self_attn();
    const auto after = [&](Size q, Size k) { return k > 0 && story.source(k - 1) == story.source(q); };
    const auto after_both = [&](Size q, Size k) { return after(q, k) && k > 1 && story.source(k - 2) == story.source(q - 1); };
    const Intended after_earlier = [&](Size q, Size k) { return k <= q && after(q, k); };
    CHECK(share(attention, 0, after_earlier) > 0.85);
    CHECK(share(attention, 1, after_both) > 0.95);
    CHECK(share(attention, 2, [&](Size q, Size k) { return story.source(k) == story.source(q); }) > 0.95);
    CHECK(share(attention, 3, [](Size q, Size k) { return k == q + 1; }) > 0.95);
    CHECK(share(attention, 4, [](Size q, Size k) { return std::abs(q - k) <= 150; }) > 0.85);
    CHECK(share(attention, 5, [&](Size q, Size k) { return story.is_nearest_stop(q, k); }) > 0.8);
    CHECK(share(attention, 6, always([](Size k) { return k == 0; })) > 0.95);
    CHECK(is_even(attention, 7));

    // If the head that writes the previous word is silenced, places cannot be recognised by that word.
    const Interventions silent{.silenced = {{"encoder.layers.0.self_attn", 0}}};
    const Model& model = story.model;
    forward({model.configuration, model.parameters, model.batch, {}, &silent}, story.activations);
    CHECK(share(attention, 0, after_earlier) < 0.1);
}

TEST_CASE("its decoder tells the first verse from what its cross-attention finds in the story") {
    const Story story;
    const LayerActivations& layer = story.activations.decoder.layers[0];
    CHECK(share(layer.self_attn(), 0, [](Size q, Size k) { return k == q - 1; }) > 0.95);
    CHECK(share(layer.cross_attn(), 0, [&](Size q, Size k) {
              return q > 0 && k > 1 && story.source(k - 1) == story.target(q) && story.source(k - 2) == story.target(q - 1);
          }) > 0.95);
    for (Size t = 0; t < story.model.batch.target_length(); ++t)
        CHECK(story.activations.predictions.at({0, t}) == story.model.batch.labels.at({0, t}));
}

}  // namespace vitrine::long_sample_test
