#include "core/train/batch_source.h"

#include <algorithm>
#include <numeric>
#include <span>
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
    Example example;
    Random random(seed);
    task.is_endless() ? task.draw(random, example) : task.read_pair(0, example);
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

void check_sizes(const Task& task, const BatchSize& size) {
    if (size.pairs < 1) throw Error("a batch needs at least one sentence, not " + std::to_string(size.pairs));
    if (size.accumulated < 1) throw Error("a step needs at least one batch, not " + std::to_string(size.accumulated));
    if (!task.is_endless() && task.pair_count() == 0)
        throw Error("task " + in_quotes(task.name) + " has no sentence pairs to learn from");
    const Size longest = longest_lengths(task).tokens();
    if (size.tokens < 0 || (size.tokens > 0 && longest > size.tokens))
        throw Error("the longest sentences of a pair can have " + std::to_string(longest) + " tokens, more than the " +
                    std::to_string(size.tokens) + " of a batch");
}

std::int64_t rounded_up_quotient(std::int64_t count, std::int64_t by) { return (count + by - 1) / by; }

/// Begins at every multiple of `size`, and the end.
std::vector<std::uint32_t> equal_parts(std::size_t count, std::size_t size) {
    std::vector<std::uint32_t> begins;
    for (std::size_t begin = 0; begin < count; begin += size) begins.push_back(static_cast<std::uint32_t>(begin));
    begins.push_back(static_cast<std::uint32_t>(count));
    return begins;
}

/// Of a window of drawn pairs.
constexpr std::int64_t batches_in_drawn_window = 20;

}  // namespace

BatchSource::BatchSource(Task task, const BatchSize& size, std::uint64_t seed)
    : task_(std::move(task)), size_(size), seed_(seed), pairs_(task_.pair_count()) {
    check_sizes(task_, size_);
    if (!task_.is_endless()) size_.pairs = std::min(size_.pairs, static_cast<Size>(pairs_));
    if (size_.tokens > 0) lengths_ = lengths_of_pairs(task_);
    if (size_.tokens == 0) examples_.resize(static_cast<std::size_t>(size_.pairs));
    for (Example& example : examples_) reserve(task_, example);
}

BatchSource::BatchSource(std::vector<Batch> batches, Size accumulated) : batches_(std::move(batches)) {
    if (batches_.empty()) throw Error("there are no batches to learn from");
    const bool labelled = std::ranges::none_of(batches_, [](const Batch& batch) { return batch.labels.empty(); });
    if (!labelled) throw Error("a batch without labels has nothing to learn from");
    if (accumulated < 1) throw Error("a step needs at least one batch, not " + std::to_string(accumulated));
    size_.accumulated = accumulated;
}

std::int64_t BatchSource::batches_in_epoch(std::int64_t epoch) const {
    if (!batches_.empty()) return static_cast<std::int64_t>(batches_.size());
    if (size_.tokens == 0) return rounded_up_quotient(static_cast<std::int64_t>(pairs_), size_.pairs);
    use_order(epoch);
    return static_cast<std::int64_t>(order_.count());
}

std::int64_t BatchSource::steps_in_epoch(std::int64_t epoch) const {
    return rounded_up_quotient(batches_in_epoch(epoch), size_.accumulated);
}

Epoch BatchSource::epoch_of(std::int64_t step) const {
    if (task_.is_endless()) return {};
    if (size_.tokens == 0) {
        const std::int64_t steps = steps_in_epoch(0), before = (step - 1) / steps;
        return {before + 1, before * steps + 1, (before + 1) * steps};
    }
    while (step_ends_.empty() || step_ends_.back() < step) {
        const std::int64_t before = step_ends_.empty() ? 0 : step_ends_.back();
        step_ends_.push_back(before + steps_in_epoch(static_cast<std::int64_t>(step_ends_.size())));
    }
    const auto found = std::ranges::lower_bound(step_ends_, step);
    return {found - step_ends_.begin() + 1, found == step_ends_.begin() ? 1 : *(found - 1) + 1, *found};
}

std::int64_t BatchSource::steps_of_epochs(std::int64_t epochs) const {
    constexpr std::int64_t most_gone_through = 10'000;
    if (task_.is_endless()) return 0;
    std::int64_t steps = 0;
    if (size_.tokens == 0) return __builtin_mul_overflow(epochs, steps_in_epoch(0), &steps) ? 0 : steps;
    if (epochs > most_gone_through) return 0;
    while (static_cast<std::int64_t>(step_ends_.size()) < epochs) epoch_of(step_ends_.empty() ? 1 : step_ends_.back() + 1);
    return step_ends_[static_cast<std::size_t>(epochs - 1)];
}

Size BatchSource::parts(std::int64_t step) const {
    const Epoch epoch = epoch_of(step);
    if (epoch.number == 0 || size_.accumulated == 1) return size_.accumulated;
    const std::int64_t taken = (step - epoch.first_step) * size_.accumulated;
    return std::min(size_.accumulated, batches_in_epoch(epoch.number - 1) - taken);
}

void BatchSource::fill(std::int64_t step, Batch& batch, Size part) {
    const Epoch epoch = epoch_of(step);
    const std::int64_t place = (step - std::max<std::int64_t>(1, epoch.first_step)) * size_.accumulated + part;
    const std::int64_t number = (step - 1) * size_.accumulated + part;  // of all batches of the training
    if (!batches_.empty()) {
        batch = batches_[static_cast<std::size_t>(place)];
    } else if (!task_.is_endless()) {
        pick(epoch.number - 1, place, number, batch);
    } else {
        size_.tokens > 0 ? draw_by_tokens(number, batch) : draw(number, batch);
    }
}

void BatchSource::draw(std::int64_t number, Batch& batch) {
    Random random(mixed_seed(seed_, Stream::batches, number + 1));
    for (Example& example : examples_) task_.draw(random, example);
    make_batch(examples_, task_.tokens, batch, task_.architecture);
}

/// Draws so many pairs that they fill the batches of a window even without padding, and sorts them.
void BatchSource::draw_window(std::int64_t window) {
    Random random(mixed_seed(seed_, Stream::batches, window + 1));
    std::vector<Example> drawn;
    std::vector<PairLengths> lengths;
    for (Size tokens = 0; tokens < batches_in_drawn_window * size_.tokens; tokens += lengths.back().tokens()) {
        task_.draw(random, drawn.emplace_back());
        lengths.push_back(lengths_of(drawn.back().source.size(), drawn.back().target.size(), task_.tokens, task_.architecture));
    }
    std::vector<std::uint32_t> order(drawn.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    OrderedBatches batches = cut_by_tokens(std::move(order), lengths, size_.tokens, drawn.size());
    shuffle_batches(random, batches);
    examples_.clear();
    for (const std::uint32_t pair : batches.order) examples_.push_back(std::move(drawn[pair]));
    drawn_begins_ = std::move(batches.begins);
    drawn_window_ = window;
}

void BatchSource::draw_by_tokens(std::int64_t number, Batch& batch) {
    const std::int64_t window = number / batches_in_drawn_window;
    if (window != drawn_window_) draw_window(window);
    const auto place = static_cast<std::size_t>(number % batches_in_drawn_window);
    const auto some = std::span(examples_).subspan(drawn_begins_[place], drawn_begins_[place + 1] - drawn_begins_[place]);
    make_batch(some, task_.tokens, batch, task_.architecture);
}

void BatchSource::pick(std::int64_t epoch, std::int64_t place, std::int64_t number, Batch& batch) {
    use_order(epoch);
    const auto pairs = order_.batch(static_cast<std::size_t>(place));
    Random hiding(mixed_seed(seed_, Stream::hiding, number + 1));
    if (examples_.size() < pairs.size()) examples_.resize(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        task_.read_pair(pairs[i], examples_[i]);
        if (task_.hide) task_.hide(hiding, examples_[i]);
    }
    make_batch(std::span(examples_).first(pairs.size()), task_.tokens, batch, task_.architecture);
}

/// Makes `order` the numbers of all pairs, in a random order if the task shuffles.
void BatchSource::permute(Random& random, std::vector<std::uint32_t>& order) const {
    order.resize(pairs_);
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    for (std::size_t left = order.size(); task_.shuffles && left > 1; --left) {  // Fisher and Yates
        std::swap(order[left - 1], order[random.below(left)]);
    }
}

/// Makes order_ that of an epoch, counted from 0.
void BatchSource::use_order(std::int64_t epoch) const {
    if (ordered_epoch_ == epoch) return;
    Random random(mixed_seed(seed_, Stream::orders, epoch));
    permute(random, order_.order);
    ordered_epoch_ = epoch;
    if (size_.tokens == 0) {
        if (order_.begins.empty()) order_.begins = equal_parts(pairs_, static_cast<std::size_t>(size_.pairs));
        return;
    }
    order_ = cut_by_tokens(std::move(order_.order), lengths_, size_.tokens, pairs_in_window(lengths_, size_.tokens));
    if (task_.shuffles) shuffle_batches(random, order_);
}

Batch BatchSource::largest() const {
    Batch batch;
    if (batches_.empty()) {
        const Example some = some_example(task_, seed_);
        const Example longest{repeated(some.source, task_.longest_source, task_.tokens.pad_source),
                              repeated(some.target, task_.longest_target, task_.tokens.eos),
                              {}};
        const Size pairs = size_.tokens == 0 ? size_.pairs : size_.tokens / std::max<Size>(1, longest_lengths(task_).tokens());
        make_batch(std::vector<Example>(static_cast<std::size_t>(pairs), longest), task_.tokens, batch, task_.architecture);
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
