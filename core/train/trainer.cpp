#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>

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
std::size_t count_shards(const Batch& largest, const Configuration& configuration) {
    constexpr Size large = 1 << 18;  // numbers in a tensor
    const Size sentences = largest.sentences(), length = largest.source_length() + largest.target_length();
    const auto has_enough = [&](Size shards) {
        return sentences >= shards && sentences / shards * length >= 2 * configuration.d_model;
    };
    const Size longest = std::max(largest.source_length(), largest.target_length());
    Size count = has_enough(threads()) ? threads() : 1;
    if (count > 1 && sentences / count * longest * configuration.d_model > large && has_enough(2 * count)) count *= 2;
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
    batch_ = source_.largest();
    check(batch_, configuration);
    state_.parameters.assign(parameters);
    make_shards(batch_);
    run(0);
    share_among_all([](Size) { prepare_products(); });  // threads that did not take part in the run
}

Trainer::~Trainer() = default;

void Trainer::make_shards(const Batch& largest) {
    shards_.resize(count_shards(largest, configuration_));
    for (auto& shard : shards_) {
        shard = std::make_unique<Shard>(configuration_);
        gradients_.push_back(&shard->parameter_gradients);
    }
}

const Batch& Trainer::next_batch() {
    source_.fill(state_.steps + 1, batch_);
    return batch_;
}

std::optional<Breakdown> Trainer::differentiate() {
    const std::int64_t step = state_.steps + 1;
    check(next_batch(), configuration_);
    const double loss = run(step);
    if (!(loss <= largest_sensible_loss)) return explain(loss, Reached::loss);
    const double norm = global_norm(std::span(gradients_).first(shards_in_use_));
    if (!(norm <= largest_sensible_norm)) return explain(loss, Reached::gradients);

    report_ = {.step = step, .loss = loss, .gradient_norm = norm, .learning_rate = learning_rate()};
    return std::nullopt;
}

std::optional<Breakdown> Trainer::step() {
    if (auto broken = differentiate()) return broken;
    const double factor = clipping_factor(report_.gradient_norm, options_.clip);
    update(options_.optimizer, {.step = report_.step, .rate = report_.learning_rate, .gradient_factor = factor},
           shards_.front()->parameter_gradients, state_.parameters, state_.optimizer);
    state_.steps = report_.step;
    return std::nullopt;
}

Regime Trainer::regime() const {
    return {.dropout = configuration_.dropout,
            .embedding_dropout = configuration_.embedding_dropout,
            .label_smoothing = options_.label_smoothing,
            .counted_labels = count_labels(batch_.labels, configuration_.output_padding()),
            .design = design_of(options_)};
}

double Trainer::run(std::int64_t step) {
    shards_in_use_ = std::min(shards_.size(), static_cast<std::size_t>(batch_.sentences()));
    const Regime whole = regime();
    share(static_cast<Size>(shards_in_use_), [&](Size i) {
        Regime own = whole;
        own.seed = mixed_seed(options_.seed, Stream::dropout, step, static_cast<std::uint64_t>(i));
        run_shard(static_cast<std::size_t>(i), own);
    });
    double loss = 0;
    for (std::size_t i = 0; i < shards_in_use_; ++i) loss += static_cast<double>(shards_[i]->activations.loss.data()[0]);
    return loss;
}

void Trainer::run_shard(std::size_t index, const Regime& regime) {
    Shard& shard = *shards_[index];
    if (shards_in_use_ > 1) take_sentences(batch_, index, shards_in_use_, shard.batch);
    const Pass pass{configuration_, state_.parameters.tensors(), shards_in_use_ > 1 ? shard.batch : batch_, regime};
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

const Parameters& Trainer::gradient() const { return shards_.front()->parameter_gradients.tensors(); }

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
