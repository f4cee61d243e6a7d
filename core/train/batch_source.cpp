#include "core/train/batch_source.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/tasks/seeds.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Reserves memory for the longest pair of a task and, if pairs are drawn, for any alignment.
void reserve(const Task& task, Example& example) {
    const auto source = static_cast<std::size_t>(task.longest_source), target = static_cast<std::size_t>(task.longest_target);
    example.source.reserve(source);
    example.target.reserve(target);
    if (task.is_endless()) example.alignment.reserve(source * target);
}

/// Some pair of a task.
Example some_example(const Task& task, std::uint64_t seed) {
    if (!task.is_endless()) return task.examples.front();
    Example example;
    Random random(seed);
    task.draw(random, example);
    return example;
}

/// The sentence repeated up to a length; `otherwise` fills it if it is empty.
Sentence repeated(const Sentence& sentence, Size length, std::int32_t otherwise) {
    Sentence result(static_cast<std::size_t>(length), otherwise);
    if (sentence.empty()) return result;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = sentence[i % sentence.size()];
    return result;
}

/// The tokens repeated along both axes up to a shape.
void repeat(const IndexTensor& tokens, std::pair<Size, Size> shape, IndexTensor& result) {
    if (tokens.empty()) return;
    result.resize({shape.first, shape.second});
    for (Size b = 0; b < shape.first; ++b) {
        for (Size i = 0; i < shape.second; ++i) result.at({b, i}) = tokens.at({b % tokens.size(0), i % tokens.size(1)});
    }
}

}  // namespace

BatchSource::BatchSource(Task task, Size batch_size, std::uint64_t seed)
    : task_(std::move(task)), batch_size_(batch_size), seed_(seed) {
    if (batch_size < 1) throw Error("a batch needs at least one sentence, not " + std::to_string(batch_size));
    if (!task_.is_endless()) {
        if (task_.examples.empty()) throw Error("task " + in_quotes(task_.name) + " has no sentence pairs to learn from");
        batch_size_ = std::min(batch_size, static_cast<Size>(task_.examples.size()));
        order_.resize(task_.examples.size());
    }
    examples_.resize(static_cast<std::size_t>(batch_size_));
    for (Example& example : examples_) reserve(task_, example);
}

BatchSource::BatchSource(std::vector<Batch> batches) : batches_(std::move(batches)) {
    if (batches_.empty()) throw Error("there are no batches to learn from");
    const bool labelled = std::ranges::none_of(batches_, [](const Batch& batch) { return batch.labels.empty(); });
    if (!labelled) throw Error("a batch without labels has nothing to learn from");
}

void BatchSource::fill(std::int64_t step, Batch& batch) {
    if (!batches_.empty()) {
        batch = batches_[static_cast<std::size_t>((step - 1) % steps_per_epoch())];
    } else if (task_.is_endless()) {
        draw(step, batch);
    } else {
        pick(step, batch);
    }
}

void BatchSource::draw(std::int64_t step, Batch& batch) {
    Random random(mixed_seed(seed_, Stream::batches, step));
    for (Example& example : examples_) task_.draw(random, example);
    make_batch(examples_, task_.tokens, batch, task_.architecture);
}

void BatchSource::pick(std::int64_t step, Batch& batch) {
    const std::int64_t epoch = (step - 1) / steps_per_epoch(), place = (step - 1) % steps_per_epoch();
    if (epoch != ordered_epoch_) make_order(epoch);
    Random hiding(mixed_seed(seed_, Stream::hiding, step));
    const std::size_t first = static_cast<std::size_t>(place * batch_size_);
    const std::size_t count = std::min(examples_.size(), order_.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
        const Example& example = task_.examples[order_[first + i]];
        examples_[i].source = example.source;
        examples_[i].target = example.target;
        if (task_.hide) task_.hide(hiding, examples_[i]);
    }
    make_batch(std::span(examples_).first(count), task_.tokens, batch, task_.architecture);
}

void BatchSource::make_order(std::int64_t epoch) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    Random random(mixed_seed(seed_, Stream::orders, epoch));
    for (std::size_t left = order_.size(); task_.shuffles && left > 1; --left) {  // Fisher and Yates
        std::swap(order_[left - 1], order_[random.below(left)]);
    }
    ordered_epoch_ = epoch;
}

std::int64_t BatchSource::steps_per_epoch() const {
    if (!batches_.empty()) return static_cast<std::int64_t>(batches_.size());
    return task_.is_endless() ? 0 : (static_cast<std::int64_t>(order_.size()) + batch_size_ - 1) / batch_size_;
}

Batch BatchSource::largest() const {
    Batch batch;
    if (batches_.empty()) {
        const Example some = some_example(task_, seed_);
        const Example longest{repeated(some.source, task_.longest_source, task_.tokens.pad_source),
                              repeated(some.target, task_.longest_target, task_.tokens.eos),
                              {}};
        make_batch(std::vector<Example>(static_cast<std::size_t>(batch_size_), longest), task_.tokens, batch, task_.architecture);
        return batch;
    }
    Size sentences = 0, source = 0, target = 0, labels = 0;
    for (const Batch& one : batches_) {
        sentences = std::max(sentences, one.sentences());
        source = std::max(source, one.source_length());
        target = std::max(target, one.target_length());
        labels = std::max(labels, one.labels.size(1));
    }
    repeat(batches_.front().src, {sentences, source}, batch.src);
    repeat(batches_.front().tgt, {sentences, target}, batch.tgt);
    repeat(batches_.front().labels, {sentences, labels}, batch.labels);
    repeat(batches_.front().segments, {sentences, source}, batch.segments);
    return batch;
}

}  // namespace vitrine
