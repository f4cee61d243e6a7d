#include <doctest/doctest.h>

#include "core/io/sample.h"
#include "core/tasks/task.h"

namespace vitrine::sample_tasks_test {

namespace {

void check_equal(const IndexTensor& actual, const IndexTensor& expected) {
    REQUIRE(actual.layout().shape == expected.layout().shape);
    for (Size i = 0; i < actual.count(); ++i) CHECK(actual.data()[i] == expected.data()[i]);
}

}  // namespace

TEST_CASE("the tasks named like samples have the samples' words and sentences") {
    for (const char* name : {"navigation", "translation"}) {
        CAPTURE(name);
        const Task task = make_task(name);
        const Model sample = load_sample(name);
        CHECK(task.source_vocabulary.words() == sample.source_vocabulary.words());
        CHECK(task.target_vocabulary.words() == sample.target_vocabulary.words());
        CHECK(task.tokens.pad_source == sample.configuration.pad_src);
        CHECK(task.tokens.pad_target == sample.configuration.pad_tgt);
        CHECK(task.tokens.bos == sample.configuration.bos);
        CHECK(task.tokens.eos == sample.configuration.eos);
        CHECK(!task.shuffles);
        CHECK(task.held_out.empty());

        Batch batch;
        make_batch(task.examples, task.tokens, batch);
        check_equal(batch.src, sample.batch.src);
        check_equal(batch.labels, sample.batch.labels);
        for (Size i = 0; i < batch.tgt.count(); ++i) {  // inputs without a label do not matter
            if (batch.labels.data()[i] != task.tokens.pad_target) CHECK(batch.tgt.data()[i] == sample.batch.tgt.data()[i]);
        }
    }
}

}  // namespace vitrine::sample_tasks_test
