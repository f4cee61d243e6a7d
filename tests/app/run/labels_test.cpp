#include <doctest/doctest.h>

#include "tests/app/random_runs.h"

namespace vitrine::labels_test {
using namespace vitrine::tests;

namespace {

/// The tokens along an axis must be those that the run has read. If they were overwritten, the batch still has others.
void check_labels(const Run& run, const TensorInfo& info, int axis, Side side, int& others) {
    const TensorView tokens = run.find(side == Side::source ? "src.tokens" : "tgt.tokens");
    const IndexTensor& batch = side == Side::source ? run.batch->src : run.batch->tgt;
    const Vocabulary& words = side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
    for (Size sentence = 0; sentence < sentence_count(run); ++sentence) {
        const Labels labels = axis_labels(run, info, axis, sentence);
        REQUIRE(labels.count() == tokens.layout.shape[1]);
        for (Size i = 0; i < labels.count(); ++i) {
            const auto read = static_cast<std::int32_t>(tokens.at({sentence, i}));
            CHECK(labels[i] == words.word(read));
            others += read != batch.at({sentence, i});
        }
    }
}

}  // namespace

TEST_CASE("rows and columns have the words that the run has read, also where they were written by hand") {
    Random random(31);
    int others = 0;
    for (int round = 0; round < 60; ++round) {
        const auto run = random_edited_run(random);
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path);
            if (!tensor.present() || tensor.layout.find(Axis::batch) < 0) continue;
            for (int axis = 0; axis < tensor.layout.rank; ++axis) {
                const Axis what = tensor.layout.axes[static_cast<std::size_t>(axis)];
                if (what == Axis::position || what == Axis::query) check_labels(*run, info, axis, info.side, others);
                if (what == Axis::key) check_labels(*run, info, axis, info.key_side, others);
            }
        }
    }
    CHECK(others > 100);
}

}  // namespace vitrine::labels_test
