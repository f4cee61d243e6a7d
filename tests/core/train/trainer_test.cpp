#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "core/tensor/parallel.h"
#include "tests/core/approximately.h"
#include "tests/core/train/small_training.h"

namespace vitrine::trainer_test {
using namespace vitrine::tests;

namespace {

Configuration with_dropout(Configuration c) {
    c.dropout = 0.2;
    return c;
}

/// The losses of the next steps.
std::vector<double> losses(Trainer& trainer, int steps) {
    std::vector<double> result;
    for (int i = 0; i < steps; ++i) {
        REQUIRE(!trainer.step());
        result.push_back(trainer.report().loss);
    }
    return result;
}

/// Runs body with so many threads, and afterwards restores the machine's number.
template <class Body>
void with_threads(int count, Body&& body) {
    set_threads(count);
    body();
    set_threads(0);
}

}  // namespace

TEST_CASE("a model learns five pairs by heart") {
    auto trainer = small_trainer(small_list(5), small_model(), {.schedule = {.rate = 1e-2}});
    const double first = losses(*trainer, 1).front();
    CHECK(first > 1);
    losses(*trainer, 300);
    CHECK(trainer->report().loss < 0.05);
    CHECK(trainer->report().step == 301);
    CHECK(trainer->state().steps == 301);
}

TEST_CASE("a batch in shards gives the loss and the gradient norm of the whole") {
    std::vector<double> expected;
    with_threads(1, [&] { expected = losses(*small_trainer(small_list(), small_model(), {.clip = 0.5}), 12); });
    for (const int count : {2, 3, 4}) {
        with_threads(count, [&] {
            auto trainer = small_trainer(small_list(), small_model(), {.clip = 0.5});
            for (const double loss : expected) {
                REQUIRE(!trainer->step());
                CHECK(trainer->report().loss == doctest::Approx(loss).epsilon(is_double ? 1e-10 : 1e-3));
            }
        });
    }
}

TEST_CASE("several batches that are accumulated give the step of one large batch") {
    const Task task = small_list(24);
    for (const int count : {1, 2}) {
        for (const double smoothing : {0.0, 0.1}) {
            with_threads(count, [&] {
                const TrainerOptions options{.label_smoothing = smoothing, .clip = 0.5};
                BatchSize small(4), whole(12);
                small.accumulated = 3;
                Trainer parts(small_model(), initial(small_model()), BatchSource(task, small, 1), options);
                Trainer large(small_model(), initial(small_model()), BatchSource(task, whole, 1), options);
                for (int step = 1; step <= 6; ++step) {
                    REQUIRE(!parts.step());
                    REQUIRE(!large.step());
                    const double close = is_double ? 1e-10 : 1e-4;
                    CHECK(parts.report().loss == doctest::Approx(large.report().loss).epsilon(close));
                    CHECK(parts.report().gradient_norm == doctest::Approx(large.report().gradient_norm).epsilon(close));
                    CHECK(parts.report().tokens == large.report().tokens);
                }
                double furthest = 0;
                for (std::size_t i = 0; i < parts.state().parameters.cells().size(); ++i) {
                    const auto apart =
                        static_cast<double>(parts.state().parameters.cells()[i] - large.state().parameters.cells()[i]);
                    furthest = std::max(furthest, std::abs(apart));
                }
                CHECK(furthest < (is_double ? 1e-9 : 1e-3));  // Adam divides by the gradient's size, however small it is
            });
        }
    }
}

TEST_CASE("the gradient of accumulated batches is that of their mean over all labels, not the mean of their means") {
    Task task = small_list(2);
    task.shuffles = false;
    task.examples[0].target.resize(1), task.examples[1].target = {3, 4, 5, 6, 7, 8};
    BatchSize one(1), both(2);
    Trainer large(small_model(), initial(small_model()), BatchSource(task, both, 1), {});
    REQUIRE(!large.differentiate());
    CHECK(large.report().tokens == std::ssize(task.examples[0].source) + std::ssize(task.examples[1].source) + 2 + 7);
    one.accumulated = 2;
    Trainer parts(small_model(), initial(small_model()), BatchSource(task, one, 1), {});
    REQUIRE(!parts.differentiate());
    const auto expected = list_parameters(large.gradient()), found = list_parameters(parts.gradient());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const Layout& layout = expected[i].tensor.layout;
        for (Size cell = 0; cell < layout.count(); ++cell) {
            const Index index = index_of(layout, cell);
            CHECK(found[i].tensor.at(index) == doctest::Approx(expected[i].tensor.at(index)).epsilon(1e-3).scale(0.01));
        }
    }
}

TEST_CASE("the same seed gives the same numbers bit for bit, another seed others") {
    for (const int count : {1, 3}) {
        with_threads(count, [] {
            const Configuration c = with_dropout(small_model());
            for (const Task& task : {small_list(), small_endless()}) {
                auto trainer = small_trainer(task, c), same = small_trainer(task, c), other = small_trainer(task, c, {.seed = 2});
                const std::vector<double> expected = losses(*trainer, 15);
                CHECK(losses(*same, 15) == expected);
                CHECK(losses(*other, 15) != expected);
                CHECK(equal_states(trainer->state(), same->state()));
            }
        });
    }
}

TEST_CASE("dropout draws anew at every step, and from the seed") {
    Task task = small_list(10);
    task.shuffles = false;
    const TrainerOptions still{.schedule = {.rate = 0}};
    auto trainer = small_trainer(task, with_dropout(small_model()), still);
    auto without = small_trainer(task, small_model(), still);
    const std::vector<double> dropped = losses(*trainer, 5), whole = losses(*without, 5);
    for (std::size_t i = 1; i < 5; ++i) {
        CHECK(dropped[i] != dropped[i - 1]);
        CHECK(whole[i] == whole[i - 1]);
    }
}

TEST_CASE("a run resumed from a state goes on bit for bit as if never stopped") {
    for (const int count : {1, 3}) {
        with_threads(count, [] {
            const Configuration c = with_dropout(small_model());
            const TrainerOptions options{.schedule = {.kind = ScheduleKind::noam, .warmup = 8}, .label_smoothing = 0.1, .clip = 1};
            for (const Task& task : {small_list(), small_endless()}) {
                auto trainer = small_trainer(task, c, options);
                losses(*trainer, 7);
                TrainingState state(c);
                state.assign(trainer->state());
                const std::vector<double> expected = losses(*trainer, 9);

                auto resumed = small_trainer(task, c, options);
                resumed->restore(state);
                CHECK(losses(*resumed, 9) == expected);
                CHECK(equal_states(resumed->state(), trainer->state()));
                CHECK(resumed->report().learning_rate == trainer->report().learning_rate);
            }
        });
    }
}

TEST_CASE("a run on batches of tokens, several in a step, goes on bit for bit as if never stopped") {
    BatchSize size;
    size.tokens = 90, size.accumulated = 2;
    for (const int count : {1, 2}) {
        with_threads(count, [&] {
            const Configuration c = with_dropout(small_model());
            const TrainerOptions options{.label_smoothing = 0.1};
            for (const Task& task : {small_list(60), small_endless()}) {
                Trainer trainer(c, initial(c), BatchSource(task, size, 1), options);
                losses(trainer, 13);
                TrainingState state(c);
                state.assign(trainer.state());
                const std::vector<double> expected = losses(trainer, 20);

                Trainer resumed(c, initial(c), BatchSource(task, size, 1), options);
                resumed.restore(state);
                CHECK(losses(resumed, 20) == expected);
                CHECK(equal_states(resumed.state(), trainer.state()));
            }
        });
    }
}

TEST_CASE("a trainer goes back to a state of its own as well") {
    auto trainer = small_trainer(small_list(), small_model());
    TrainingState start(small_model());
    start.assign(trainer->state());
    const std::vector<double> expected = losses(*trainer, 6);
    trainer->restore(start);
    CHECK(losses(*trainer, 6) == expected);
}

TEST_CASE("the rate follows the schedule until another one is set") {
    auto trainer = small_trainer(small_list(), small_model(), {.schedule = {.kind = ScheduleKind::noam, .warmup = 4}});
    for (std::int64_t step = 1; step <= 6; ++step) {
        const double rate = learning_rate(trainer->options().schedule, 8, step);
        CHECK(trainer->learning_rate() == rate);
        losses(*trainer, 1);
        CHECK(trainer->report().learning_rate == rate);
    }
    trainer->set_learning_rate(0);
    TrainingState before(small_model());
    before.assign(trainer->state());
    losses(*trainer, 1);
    CHECK(trainer->report().learning_rate == 0);
    CHECK(equal_cells(trainer->state().parameters, before.parameters));
}

TEST_CASE("a decoder that may look ahead is another one") {
    auto trainer = small_trainer(small_list(), small_model());
    auto looking = small_trainer(small_list(), small_model(), {.causal_mask = false});
    auto padded = small_trainer(small_list(), small_model(), {.padding_mask = false});
    const double loss = losses(*trainer, 1).front();
    CHECK(losses(*looking, 1).front() != loss);
    CHECK(losses(*padded, 1).front() != loss);
}

TEST_CASE("clipping bounds the length of a plain step") {
    const OptimizerOptions plain{.kind = OptimizerKind::sgd, .momentum = 0};
    auto trainer = small_trainer(small_list(), small_model(), {.optimizer = plain, .schedule = {.rate = 1}, .clip = 0.01});
    TrainingState before(small_model());
    for (int step = 0; step < 5; ++step) {
        before.assign(trainer->state());
        losses(*trainer, 1);
        double squares = 0;
        for (std::size_t i = 0; i < before.parameters.cells().size(); ++i) {
            const auto moved = static_cast<double>(trainer->state().parameters.cells()[i] - before.parameters.cells()[i]);
            squares += moved * moved;
        }
        CHECK(trainer->report().gradient_norm > 0.01);
        CHECK(std::sqrt(squares) == doctest::Approx(0.01).epsilon(1e-3));
    }
}

TEST_CASE("a task that does not fit the model is an error before the first step") {
    Configuration c = small_model();
    c.positions = PositionKind::learned;
    c.max_positions = 5;
    CHECK_THROWS_WITH_AS(small_trainer(small_list(), c), doctest::Contains("max_positions"), Error);
    c = small_model();
    c.src_vocab_size = 4;
    CHECK_THROWS_WITH_AS(small_trainer(small_list(), c), doctest::Contains("src_vocab_size"), Error);
}

TEST_CASE("a batch that does not fit the model is an error, not a step") {
    Task task = small_list();
    task.shuffles = false;
    task.examples.back().source[0] = 11;
    auto trainer = small_trainer(task, small_model());
    CHECK(losses(*trainer, 2).size() == 2);
    CHECK_THROWS_WITH_AS(trainer->step(), doctest::Contains("src_vocab_size"), Error);
    CHECK(trainer->state().steps == 2);
}

}  // namespace vitrine::trainer_test
