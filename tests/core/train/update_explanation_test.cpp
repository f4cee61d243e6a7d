/// Updates taken apart, compared with PyTorch's optimisers and with what our own store; and their arithmetic checked.

#include "core/train/update_explanation.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/io/open_model.h"
#include "tests/core/train/arithmetic.h"
#include "tests/test_data.h"

namespace vitrine::update_explanation_test {
using namespace vitrine::tests;

namespace {

using Json = nlohmann::json;

const Json& recorded() {
    static const Json json = Json::parse(std::ifstream(test_data("goldens") / "optimizers.json"));
    return json;
}

TrainerOptions options_of(const Json& run) {
    const Json& all = recorded();
    const std::string kind = run.at("optimizer");
    TrainerOptions options;
    options.optimizer = {.kind = kind == "adam"    ? OptimizerKind::adam
                                 : kind == "adamw" ? OptimizerKind::adamw
                                                   : OptimizerKind::sgd,
                         .beta1 = all.at("betas").at(0),
                         .beta2 = all.at("betas").at(1),
                         .epsilon = all.at("eps"),
                         .weight_decay = run.at("decay"),
                         .momentum = all.at("momentum")};
    options.clip = run.at("clip");
    options.schedule.rate = all.at("rate");
    if (run.at("schedule") == "noam")
        options.schedule = {
            .kind = ScheduleKind::noam, .rate = 0, .warmup = all.at("warmup"), .noam_factor = all.at("noam_factor")};
    return options;
}

/// The last line with this symbol.
const UpdateLine& line_of(const UpdateExplanation& explanation, const std::string& symbol) {
    const auto found = std::find_if(explanation.lines.rbegin(), explanation.lines.rend(),
                                    [&](const UpdateLine& line) { return line.symbol == symbol; });
    REQUIRE(found != explanation.lines.rend());
    return *found;
}

/// `size` is the size of the terms, for sums that nearly cancel.
bool near(double actual, double expected, double size = 1e-3) {
    return std::abs(actual - expected) <= 2e-6 * std::max(size, std::abs(expected));
}

/// The lines with numbers evaluate to their results. They show six digits.
void check_arithmetic(const UpdateExplanation& explanation) {
    for (const UpdateLine& line : explanation.lines) {
        CHECK(line.formula.empty() == line.numbers.empty());
        if (line.numbers.empty()) continue;
        const Evaluated evaluated = evaluate(line.numbers);
        CHECK_MESSAGE(std::abs(evaluated.value - line.value) <= 1e-5 * evaluated.size, line.numbers, " = ", line.value);
    }
    CHECK(explanation.lines.front().value == explanation.before.parameter);
    CHECK(explanation.lines.back().value == explanation.after.parameter);
}

/// Explains every step of a recorded run, from our own numbers of the step before.
void check_run(const Json& run) {
    const TrainerOptions options = options_of(run);
    const std::vector<double> start = recorded().at("start");
    for (std::size_t cell = 0; cell < start.size(); ++cell) {
        OptimizedCell now{.parameter = start[cell]};
        for (std::size_t i = 0; i < run.at("steps").size(); ++i) {
            const Json& step = run.at("steps").at(i);
            const auto number = static_cast<std::int64_t>(i + 1);
            now.gradient = step.at("gradient").at(cell);
            const StepReport report{.step = number,
                                    .gradient_norm = step.at("norm"),
                                    .learning_rate = learning_rate(options.schedule, recorded().at("d_model"), number)};
            const UpdateExplanation explanation = explain_update(options, recorded().at("d_model"), report, now);
            check_arithmetic(explanation);
            CHECK(near(line_of(explanation, "η").value, step.at("rate")));
            if (options.clip > 0 && options.optimizer.weight_decay == 0)
                CHECK(near(line_of(explanation, "g").value, step.at("clipped").at(cell)));
            CHECK(near(explanation.after.first_moment, step.at("first").at(cell), 0.1));
            CHECK(near(explanation.after.second_moment, step.at("second").at(cell)));
            CHECK(near(explanation.after.parameter, step.at("weights").at(cell)));
            now = explanation.after;
        }
    }
}

}  // namespace

TEST_CASE(
    "updates of Adam, AdamW and SGD, with and without clipping, decay and warm-up, are PyTorch's, and their arithmetic is right") {
    int runs = 0;
    for (const Json& run : recorded().at("cases")) {
        CAPTURE(run.at("optimizer").get<std::string>());
        check_run(run);
        ++runs;
    }
    CHECK(runs == 24);
}

TEST_CASE("what the optimiser stored is the last line of the update taken apart, to the last bit") {
    for (const OptimizerKind kind : {OptimizerKind::adam, OptimizerKind::adamw, OptimizerKind::sgd}) {
        const Model model = open_model({.sample = "translation"});
        TrainerOptions options{.optimizer = {.kind = kind, .weight_decay = 0.02}, .clip = 0.01};
        options.schedule = {.kind = ScheduleKind::cosine, .rate = 0.003, .warmup = 2, .steps = 6};
        Trainer trainer(model.configuration, model.parameters, BatchSource(std::vector{model.batch}), options);
        TrainingState before(model.configuration);
        for (int step = 1; step <= 4; ++step) {
            before.assign(trainer.state());
            REQUIRE(!trainer.step());
            const auto rows = [](const Parameters& parameters) { return list_parameters(parameters); };
            const auto old = rows(before.parameters.tensors()), stored = rows(trainer.state().parameters.tensors()),
                       first = rows(before.optimizer.first_moment.tensors()),
                       second = rows(before.optimizer.second_moment.tensors()), gradient = rows(trainer.gradient());
            for (std::size_t i = 0; i < old.size(); ++i) {
                const Index cell = index_of(old[i].tensor.layout, old[i].tensor.layout.count() / 2);
                const UpdateExplanation explanation = explain_update(options, model.configuration.d_model, trainer.report(),
                                                                     {.parameter = old[i].tensor.at(cell),
                                                                      .gradient = gradient[i].tensor.at(cell),
                                                                      .first_moment = first[i].tensor.at(cell),
                                                                      .second_moment = second[i].tensor.at(cell)});
                CHECK_MESSAGE(explanation.after.parameter == stored[i].tensor.at(cell), old[i].name);
                CHECK(update_number(explanation.lines.back().value) == update_number(stored[i].tensor.at(cell)));
                check_arithmetic(explanation);
            }
        }
    }
}

TEST_CASE("numbers of an update that are not finite are said to be so") {
    CHECK(update_number(std::nan("")) == "NaN");
    CHECK(update_number(-INFINITY) == "−∞");
    CHECK(update_number(-1.5e-8) == "-1.5e-08");
}

}  // namespace vitrine::update_explanation_test
