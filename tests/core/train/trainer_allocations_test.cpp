#include <doctest/doctest.h>

#include "core/tasks/task.h"
#include "core/tensor/parallel.h"
#include "core/train/trainer.h"
#include "tests/core/train/allocations.h"
#include "tests/core/train/small_training.h"

namespace vitrine::trainer_allocations_test {
using namespace vitrine::tests;

namespace {

/// How often memory is asked for in steps 2 to 40, batches of all lengths and sizes among them.
std::int64_t allocations_of(Trainer& trainer) {
    REQUIRE(!trainer.step());
    const std::int64_t before = count_allocations();
    bool broken = false;
    for (int step = 2; step <= 40; ++step) broken |= trainer.step().has_value();
    const std::int64_t after = count_allocations();
    REQUIRE(!broken);
    return after - before;
}

Configuration everything_on() {
    Configuration c = small_model();
    c.dropout = 0.1;
    c.d_embed = 5;
    c.embedding_norm = true;
    c.positions = PositionKind::learned;
    return c;
}

}  // namespace

TEST_CASE("no step after the first asks for memory, on whichever thread and however long its sentences") {
    const TrainerOptions options{.label_smoothing = 0.1, .clip = 1};
    for (const int count : {1, 2, 3}) {
        set_threads(count);
        for (const Task& task : {small_list(), small_list(5), small_endless(), make_task("sort")}) {
            for (const Configuration& wanted : {small_model(), everything_on()}) {
                Configuration c = wanted;
                c.src_vocab_size = c.tgt_vocab_size = 20;
                CHECK(allocations_of(*small_trainer(task, c, options)) == 0);
            }
        }
    }
    set_threads(0);
}

}  // namespace vitrine::trainer_allocations_test
