#include "app/words/update.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/train/trainer.h"
#include "tests/app/opened.h"

namespace vitrine::update_words_test {
using namespace vitrine::tests;

namespace {

std::shared_ptr<const Run> with_slopes(const char* name) { return with_gradients(*make_run(sample(name))); }

}  // namespace

TEST_CASE("the update of a weight is what the first step of a training on these sentences makes of it") {
    const auto run = with_slopes("translation");
    Trainer trainer(run->model->configuration, *run->parameters, BatchSource(std::vector{*run->batch}), {});
    REQUIRE(!trainer.step());
    int moved = 0;
    for (const ParameterView& after : list_parameters(trainer.state().parameters.tensors())) {
        const Index cell = index_of(after.tensor.layout, after.tensor.layout.count() / 3);
        const auto explanation = update_of(*run, after.name, cell);
        REQUIRE(explanation);
        const double before = find_parameter(*run, after.name).at(cell);
        CHECK(explanation->before.parameter == before);
        // The trainer adds up the gradients of parts of the batch, so a gradient that is hardly more than rounding has no
        // reliable sign. Adam's first step is the rate times that sign.
        if (std::abs(explanation->before.gradient) < 1e-9) continue;
        CHECK(explanation->after.parameter == doctest::Approx(after.tensor.at(cell)).epsilon(1e-5));
        moved += explanation->after.parameter != before;
    }
    CHECK(moved > 30);
    CHECK(update_readings(*run)->gradient_norm == doctest::Approx(trainer.report().gradient_norm).epsilon(1e-5));
}

TEST_CASE("the parameters that an update changes most are in order, with the norms of their changes") {
    const auto run = with_slopes("translation");
    const UpdateReadings& readings = *update_readings(*run);
    REQUIRE(readings.by_change.size() == run->parameter_list.size());
    for (std::size_t i = 1; i < readings.by_change.size(); ++i)
        CHECK(readings.by_change[i].relative() <= readings.by_change[i - 1].relative());
    const ChangedParameter& first = readings.by_change.front();
    const TensorView weight = find_parameter(*run, first.name);
    double squares = 0, changes = 0;
    for (Size i = 0; i < weight.layout.count(); ++i) {
        const auto explanation = update_of(*run, first.name, index_of(weight.layout, i));
        squares += std::pow(explanation->before.parameter, 2);
        changes += std::pow(explanation->after.parameter - explanation->before.parameter, 2);
    }
    CHECK(first.weight == doctest::Approx(std::sqrt(squares)));
    CHECK(first.change == doctest::Approx(std::sqrt(changes)).epsilon(1e-4));
}

TEST_CASE("an update says which step of what it is") {
    auto run = std::make_shared<Run>(*with_slopes("translation"));
    CHECK(update_words(*run) ==
          "The optimiser updates the parameters: the first step of Adam at rate 0.001, if these sentences are the batch.");
    UpdateBasis basis{.step = 601, .rate = 0.05};
    basis.options.optimizer.kind = OptimizerKind::sgd;
    run->update = std::make_shared<const UpdateBasis>(basis);
    CHECK(update_words(*run) ==
          "The optimiser updates the parameters: step 601 of this training, SGD at rate 0.05, if the shown sentences were its "
          "batch.");
    basis.of_shown_batch = true;
    run->update = std::make_shared<const UpdateBasis>(basis);
    CHECK(update_words(*run) == "The optimiser updates the parameters: step 601 of this training, SGD at rate 0.05.");
    run->update.reset();
    run->request = {};  // as of a run in training
    CHECK(update_words(*run).find("was not saved for this moment") != std::string::npos);
    CHECK(!update_readings(*run));
    run->update = std::make_shared<const UpdateBasis>(basis);
    const auto explanation = update_of(*run, "fc_out.bias", {0});
    REQUIRE(explanation);
    CHECK(change_words(*explanation) ==
          update_number(explanation->before.parameter) + " → " + update_number(explanation->after.parameter));
}

TEST_CASE("nothing is said of an update before there are gradients") {
    const auto run = make_run(sample("translation"));
    CHECK(!update_readings(*run));
    CHECK(!update_of(*run, "fc_out.bias", {0}));
}

}  // namespace vitrine::update_words_test
