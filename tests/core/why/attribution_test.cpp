#include "core/why/attribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/random_models.h"
#include "tests/core/why/asked_model.h"
#include "tests/counted.h"

namespace vitrine::attribution_test {
using namespace vitrine::tests;

namespace {

double sum_of(const std::vector<Component>& components) {
    return std::accumulate(components.begin(), components.end(), 0.0,
                           [](double sum, const Component& one) { return sum + one.value; });
}

double largest_of(const std::vector<Component>& components) {
    double largest = 0;
    for (const Component& one : components) largest = std::max(largest, std::abs(one.value));
    return largest;
}

/// A random place of the last stack and two words of its vocabulary.
AskedLogit random_logit(const AskedModel& model, Random& random) {
    const TensorView logits = model.trace.find(asked_tensor(model.configuration));
    const Size words = logits.layout.shape[static_cast<std::size_t>(logits.layout.rank - 1)];
    const auto word = [&] { return static_cast<std::int32_t>(between(random, 0, words - 1)); };
    AskedLogit logit{between(random, 0, logits.layout.shape[0] - 1), 0, word(), {}};
    if (model.configuration.classes == 0) logit.position = between(random, 0, logits.layout.shape[1] - 1);
    if (coin(random)) logit.against = word();
    return logit;
}

/// The components, and their parts by position and by unit, add up.
void check_sums(const AskedModel& model, const AskedLogit& logit) {
    const AskedRun run = model.run();
    const Attribution attribution = attribute(run, logit);
    const double allowed = 1e-5 * std::max(1.0, largest_of(attribution.components));
    CHECK(std::abs(sum_of(attribution.components) - attribution.logit) <= allowed);
    for (const Component& component : attribution.components) {
        if (!attribution.directions.contains(component.name)) continue;
        const auto parts = component.head ? by_position(run, logit, attribution, component.name, *component.head)
                                          : by_unit(run, logit, attribution, component.name);
        CAPTURE(component.name);
        CHECK(std::abs(std::accumulate(parts.begin(), parts.end(), 0.0) - component.value) <= allowed);
    }
}

}  // namespace

TEST_CASE("the parts of a logit add up to it, in models of all choices and under every design") {
    const Counted checks(1000);
    Random random(11);
    for (int round = 0; round < 150; ++round) {
        CAPTURE(round);
        const Configuration c = round % 3 == 0 ? random_configuration(random) : random_family(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random);
        const AskedModel model(c, parameters, batch, {.design = random_design(c, random)});
        check_sums(model, random_logit(model, random));
    }
}

TEST_CASE("so do those of the score of a class") {
    const Counted checks(100);
    Random random(12);
    int asked = 0;
    while (asked < 20) {
        Configuration c = random_family(random);
        if (c.architecture != Architecture::encoder) continue;
        c.logits = false, c.classes = 3, c.output_transform = c.scale_output = c.project_output = false, c.logits_cap.reset();
        c.tie = Tie::none;
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, static_cast<std::uint64_t>(asked));
        const AskedModel model(c, parameters, batch);
        check_sums(model, random_logit(model, random));
        ++asked;
    }
}

TEST_CASE("a logit outside the run is refused in a line that says how many there are") {
    Random random(13);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    const Batch batch = random_batch(c, random);
    const AskedModel model(c, parameters, batch);
    const Size words = c.tgt_vocab_size;
    CHECK_THROWS_WITH_AS(attribute(model.run(), {99, 0, 0, {}}), doctest::Contains("sentence 99 is outside this run"), Error);
    CHECK_THROWS_WITH_AS(attribute(model.run(), {0, 99, 0, {}}), doctest::Contains("position 99 is outside this run"), Error);
    CHECK_THROWS_WITH_AS(attribute(model.run(), {0, 0, static_cast<std::int32_t>(words), {}}), doctest::Contains("words"), Error);
    CHECK_THROWS_WITH_AS(attribute(model.run(), {0, 0, 0, -1}), doctest::Contains("words"), Error);
}

}  // namespace vitrine::attribution_test
