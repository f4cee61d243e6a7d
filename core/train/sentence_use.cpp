#include "core/train/sentence_use.h"

#include <set>
#include <utility>

#include "core/tasks/stored_pairs.h"

namespace vitrine {

namespace {

/// A sentence pair as found in a row of a batch: source and labels, without padding at their ends. In a decoder alone, the text
/// that it reads takes the place of the source. An encoder alone has only its text, with the hidden tokens restored, since other
/// tokens are hidden each time.
using RowPair = std::pair<Sentence, Sentence>;

Sentence row_without_padding(const IndexTensor& ids, Size row, std::int32_t padding) {
    Sentence sentence;
    for (Size i = 0; i < ids.size(1); ++i) sentence.push_back(ids.at({row, i}));
    while (!sentence.empty() && sentence.back() == padding) sentence.pop_back();
    return sentence;
}

RowPair pair_of(const Batch& batch, Size row, const Configuration& c) {
    if (!c.has_encoder())
        return {row_without_padding(batch.tgt, row, c.pad_tgt), row_without_padding(batch.labels, row, c.pad_tgt)};
    Sentence source = row_without_padding(batch.src, row, c.pad_src);
    if (c.has_decoder()) return {std::move(source), row_without_padding(batch.labels, row, c.pad_tgt)};
    for (std::size_t i = 0; i < source.size(); ++i) {
        const std::int32_t label = batch.labels.at({row, static_cast<Size>(i)});
        if (label != c.pad_src) source[i] = label;
    }
    return {std::move(source), {}};
}

std::set<RowPair> pairs_of(const std::vector<Batch>& batches, const Configuration& c) {
    std::set<RowPair> pairs;
    for (const Batch& batch : batches) {
        for (Size row = 0; row < batch.sentences(); ++row) pairs.insert(pair_of(batch, row, c));
    }
    return pairs;
}

std::set<RowPair> pairs_of(const std::vector<Example>& examples, const Configuration& c) {
    if (examples.empty()) return {};
    Batch batch;
    make_batch(examples, c, batch);
    return pairs_of({std::move(batch)}, c);
}

/// Of pairs that are stored, those that are as long as a sentence of the batch.
std::vector<Example> as_long_as(const Batch& batch, const Task& task, const Configuration& c) {
    std::set<std::pair<std::size_t, std::size_t>> asked;
    for (Size row = 0; row < batch.sentences(); ++row) {
        const auto length = [&](const IndexTensor& ids, std::int32_t padding) {
            return ids.empty() ? 0 : row_without_padding(ids, row, padding).size();
        };
        asked.emplace(length(batch.src, c.pad_src), length(batch.tgt, c.pad_tgt));
    }
    std::vector<Example> examples;
    for (std::size_t i = 0; i < task.stored->size(); ++i) {
        const StoredPairs::Counts counts = task.stored->counts(i);
        const PairLengths lengths = lengths_of(counts.source, counts.target, task.tokens, task.architecture);
        if (asked.contains({lengths.source, lengths.target})) task.stored->read(i, examples.emplace_back());
    }
    return examples;
}

}  // namespace

std::vector<SentenceUse> uses_of_sentences(const SessionPlan& plan, const Batch& batch) {
    const Configuration& c = plan.configuration;
    const auto held_out = plan.batches.empty() ? pairs_of(plan.task.held_out, c) : std::set<RowPair>{};
    const auto trained = !plan.batches.empty() ? pairs_of(plan.batches, c)
                         : plan.task.stored    ? pairs_of(as_long_as(batch, plan.task, c), c)
                                               : pairs_of(plan.task.examples, c);
    const bool draws = plan.batches.empty() && plan.task.is_endless();
    std::vector<SentenceUse> uses;
    for (Size row = 0; row < batch.sentences(); ++row) {
        const RowPair pair = pair_of(batch, row, c);
        uses.push_back(held_out.contains(pair)  ? SentenceUse::held_out
                       : trained.contains(pair) ? SentenceUse::trained
                       : draws                  ? SentenceUse::drawn
                                                : SentenceUse::unused);
    }
    return uses;
}

}  // namespace vitrine
