/// Sentences alone and in a batch, whole runs and runs after an edit.

#include <fmt/format.h>

#include "core/model/batch_edit.h"
#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"

namespace vitrine {

namespace {

/// The tokens of one sentence without its padding.
IndexTensor without_padding(const IndexTensor& tokens, Size sentence, Size length) {
    IndexTensor alone{Axis::batch, Axis::position};
    alone.resize({1, length});
    for (Size i = 0; i < length; ++i) alone.at({0, i}) = tokens.at({sentence, i});
    return alone;
}

Batch alone(const Batch& batch, const Configuration& c, Size sentence) {
    const Size source = sentence_length(batch, c, BatchSide::source, sentence),
               target = sentence_length(batch, c, BatchSide::target, sentence);
    Batch single;
    single.src = without_padding(batch.src, sentence, source);
    single.tgt = without_padding(batch.tgt, sentence, target);
    single.labels = without_padding(batch.labels, sentence, target);
    return single;
}

/// Edits of each kind.
std::vector<BatchEdit> some_edits(const Batch& batch) {
    return {ReplaceToken{{BatchSide::source, 0, 1}, batch.src.at({1, 1})}, EraseToken{{BatchSide::target, 0, 1}}, CopySentence{1},
            ReplaceToken{{BatchSide::target, batch.sentences() - 1, 0}, batch.tgt.at({0, 1})}};
}

}  // namespace

SelfTestResult check_single_sentences(const Computation& computation) {
    Comparisons comparisons("logits", 1e-4);
    const SampleRun run(padded_sample, computation);
    const Configuration& c = run.model.configuration;
    for (Size sentence = 0; sentence < run.model.batch.sentences(); ++sentence) {
        const Batch single = alone(run.model.batch, c, sentence);
        Activations activations;
        computation.forward({c, run.model.parameters, single}, activations);
        const Tensor& logits = activations.logits;
        for (Size cell = 0; cell < logits.count(); ++cell) {
            const Index index = index_of(logits.layout(), cell);
            const Index batched{sentence, index[1], index[2]};
            comparisons.add(
                difference_of(static_cast<double>(logits.at(index)), static_cast<double>(run.activations.logits.at(batched))),
                [&] { return cell_words("logits", logits.layout(), batched); });
        }
    }
    return comparisons.take();
}

SelfTestResult check_reruns(const Computation& computation) {
    Comparisons comparisons("numbers", 0);
    const SampleRun run(padded_sample, computation);
    const Model& model = run.model;
    for (const BatchEdit& edit : some_edits(model.batch)) {
        const Batch edited = with_edit(model.batch, model.configuration, edit);
        const Pass pass{model.configuration, model.parameters, edited};
        Activations again, whole;
        computation.rerun(run.finished(), pass, again);
        computation.forward(pass, whole);
        for_each_tensor(
            "",
            [&](const std::string& path, const auto& ours, const auto& theirs) {
                if (ours.count() != theirs.count()) return comparisons.add(1, [&] { return path + " has another shape"; });
                for (Size i = 0; i < theirs.count(); ++i)
                    comparisons.add(ours.data()[i] == theirs.data()[i] ? 0 : 1,
                                    [&] { return path + ", number " + std::to_string(i + 1); });
            },
            again, whole);
    }
    return comparisons.take();
}

}  // namespace vitrine
