#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>

#include "core/model/design_choices.h"
#include "core/tasks/seeds.h"
#include "core/tensor/parallel.h"
#include "core/tensor/product.h"
#include "core/train/shard.h"

namespace vitrine {

namespace {

constexpr double largest_sensible_loss = 1000;
constexpr double largest_sensible_norm = 1e18;  // beyond it, the squares overflow in float

/// The number of shards: one per thread if each has enough tokens; two per thread if otherwise a tensor of a shard would not fit
/// the second-level cache between the operations that write and read it.
/// `most_tokens`: of a batch with a number of tokens, which mostly has more sentences than one of the longest pairs; otherwise 0.
std::size_t count_shards(const Batch& largest, Size most_tokens, const Configuration& configuration) {
    constexpr Size large = 1 << 18;  // numbers in a tensor
    const Size sentences = largest.sentences(), length = largest.source_length() + largest.target_length();
    const auto tokens_in = [&](Size shards) { return most_tokens > 0 ? most_tokens / shards : sentences / shards * length; };
    const auto has_enough = [&](Size shards) { return tokens_in(shards) >= std::max<Size>(1, 2 * configuration.d_model); };
    const Size longest = std::max(largest.source_length(), largest.target_length());
    Size count = has_enough(threads()) ? threads() : 1;
    if (count > 1 && tokens_in(count) * longest / length * configuration.d_model > large && has_enough(2 * count)) count *= 2;
    return static_cast<std::size_t>(count);
}

const Configuration& checked(const Configuration& configuration) {
    check(configuration);
    return configuration;
}

}  // namespace

Design design_of(const TrainerOptions& options) {
    return both(options.design, {.causal_mask = options.causal_mask, .padding_mask = options.padding_mask});
}

void TrainingState::assign(const TrainingState& other) {
    steps = other.steps;
    copy_cells(other.parameters, parameters);
    copy_cells(other.optimizer.first_moment, optimizer.first_moment);
    copy_cells(other.optimizer.second_moment, optimizer.second_moment);
}

Trainer::Trainer(const Configuration& configuration, const Parameters& parameters, BatchSource source,
                 const TrainerOptions& options)
    : configuration_(checked(configuration)), options_(options), source_(std::move(source)), state_(configuration) {
    batches_.resize(static_cast<std::size_t>(source_.size().accumulated));
    batches_.front() = source_.largest();
    check(batches_.front(), configuration);
    state_.parameters.assign(parameters);
    make_shards(batches_.front());
    labels_ = count_labels(batches_.front().labels, configuration_.output_padding());
    run(0, batches_.front(), 0);
    share_among_all([](Size) { prepare_products(); });  // threads that did not take part in the run
}

Trainer::~Trainer() = default;

void Trainer::make_shards(const Batch& largest) {
    if (source_.size().accumulated > 1) {
        sum_ = std::make_unique<ParameterBuffer>(configuration_);
        gradients_.push_back(sum_.get());
    }
    shards_.resize(count_shards(largest, source_.size().tokens, configuration_));
    for (auto& shard : shards_) {
        shard = std::make_unique<Shard>(configuration_);
        gradients_.push_back(&shard->parameter_gradients);
    }
}

const Batch& Trainer::next_batch() {
    source_.fill(state_.steps + 1, batches_.front());
    return batches_.front();
}

/// Fills in and checks all batches of a step, since every one's part of the loss depends on the number of labels in all.
void Trainer::fill_batches(std::int64_t step) {
    parts_ = static_cast<std::size_t>(source_.parts(step));
    labels_ = 0;
    for (std::size_t part = 0; part < parts_; ++part) {
        source_.fill(step, batches_[part], static_cast<Size>(part));
        check(batches_[part], configuration_);
        labels_ += count_labels(batches_[part].labels, configuration_.output_padding());
    }
}

std::optional<Breakdown> Trainer::differentiate() {
    const std::int64_t step = state_.steps + 1;
    fill_batches(step);
    StepReport report{.step = step, .learning_rate = learning_rate()};
    if (sum_) std::fill(sum_->cells().begin(), sum_->cells().end(), Scalar{0});
    for (std::size_t part = 0; part < parts_; ++part) {
        report.loss += run(step, batches_[part], part);
        if (!(report.loss <= largest_sensible_loss)) return explain(report.loss, Reached::loss);
        report.gradient_norm = global_norm(std::span(gradients_).first(shards_in_use_ + (sum_ ? 1 : 0)));
        if (!(report.gradient_norm <= largest_sensible_norm)) return explain(report.loss, Reached::gradients);
        report.tokens += count_tokens(batches_[part], configuration_);
    }
    report_ = report;
    return std::nullopt;
}

std::optional<Breakdown> Trainer::step() {
    if (auto broken = differentiate()) return broken;
    const double factor = clipping_factor(report_.gradient_norm, options_.clip);
    update(options_.optimizer, {.step = report_.step, .rate = report_.learning_rate, .gradient_factor = factor},
           *gradients_.front(), state_.parameters, state_.optimizer);
    state_.steps = report_.step;
    return std::nullopt;
}

Regime Trainer::regime() const {
    return {.dropout = configuration_.dropout,
            .embedding_dropout = configuration_.embedding_dropout,
            .label_smoothing = options_.label_smoothing,
            .counted_labels = labels_,
            .design = design_of(options_)};
}

/// Runs the shards of a batch; returns its part of the loss.
double Trainer::run(std::int64_t step, const Batch& batch, std::size_t part) {
    shards_in_use_ = std::min(shards_.size(), static_cast<std::size_t>(batch.sentences()));
    const Regime whole = regime();
    share(static_cast<Size>(shards_in_use_), [&](Size i) {
        const auto shard = static_cast<std::size_t>(i);
        Regime own = whole;
        own.seed = mixed_seed(options_.seed, Stream::dropout, step, part * shards_.size() + shard);
        run_shard(batch, shard, own);
    });
    double loss = 0;
    for (std::size_t i = 0; i < shards_in_use_; ++i) loss += static_cast<double>(shards_[i]->activations.loss.data()[0]);
    return loss;
}

void Trainer::run_shard(const Batch& batch, std::size_t index, const Regime& regime) {
    Shard& shard = *shards_[index];
    if (shards_in_use_ > 1) take_sentences(batch, index, shards_in_use_, shard.batch);
    const Pass pass{configuration_, state_.parameters.tensors(), shards_in_use_ > 1 ? shard.batch : batch, regime};
    forward(pass, shard.activations);
    backward(pass, shard.activations, {shard.gradients, shard.parameter_gradients.tensors()});
}

Breakdown Trainer::explain(double loss, Reached reached) const {
    BrokenStep broken{configuration_, regime(), state_.parameters.tensors(), {}, {}, {}, reached == Reached::gradients};
    for (std::size_t i = 0; i < shards_in_use_; ++i) {
        broken.activations.push_back(&shards_[i]->activations);
        broken.gradients.push_back(&shards_[i]->gradients);
        broken.parameter_gradients.push_back(&shards_[i]->parameter_gradients.tensors());
    }
    return {.step = state_.steps + 1, .loss = loss, .tensor = find_first_broken(broken)};
}

const Parameters& Trainer::gradient() const { return gradients_.front()->tensors(); }

void Trainer::gather_pass(Activations& activations, Activations& gradients) const {
    std::vector<const Activations*> values, slopes;
    for (std::size_t i = 0; i < shards_in_use_; ++i) {
        values.push_back(&shards_[i]->activations);
        slopes.push_back(&shards_[i]->gradients);
    }
    gather(values, Gathered::values, activations);
    gather(slopes, Gathered::gradients, gradients);
}

double Trainer::learning_rate() const {
    return vitrine::learning_rate(options_.schedule, configuration_.d_model, state_.steps + 1);
}

void Trainer::restore(const TrainingState& state) {
    state_.assign(state);
    report_ = {.step = state.steps};
}

void Trainer::set_learning_rate(double rate) { options_.schedule = {.kind = ScheduleKind::constant, .rate = rate}; }

}  // namespace vitrine
