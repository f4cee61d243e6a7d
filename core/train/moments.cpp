#include "core/train/moments.h"

#include <algorithm>
#include <limits>

namespace vitrine {

namespace {

constexpr std::int64_t dense = 20;  // every step is kept up to here; from here on one in step / dense
constexpr std::int64_t full_apart = 10;

std::size_t bytes_of(const ParameterBuffer& buffer) { return buffer.cells().size_bytes(); }

std::size_t bytes_of(const KeptMoment& moment) {
    const std::size_t one = moment.parameters ? bytes_of(*moment.parameters) : 0;
    return moment.is_full() ? 3 * one : one;
}

std::shared_ptr<const ParameterBuffer> copy_of(const Configuration& configuration, const ParameterBuffer& buffer) {
    auto copy = std::make_shared<ParameterBuffer>(configuration);
    copy_cells(buffer, *copy);
    return copy;
}

std::shared_ptr<const OptimizerState> copy_of(const Configuration& configuration, const OptimizerState& memory) {
    auto copy = std::make_shared<OptimizerState>(configuration);
    copy_cells(memory.first_moment, copy->first_moment);
    copy_cells(memory.second_moment, copy->second_moment);
    return copy;
}

}  // namespace

void restore(const KeptMoment& moment, TrainingState& state) {
    state.steps = moment.step;
    copy_cells(*moment.parameters, state.parameters);
    copy_cells(moment.memory->first_moment, state.optimizer.first_moment);
    copy_cells(moment.memory->second_moment, state.optimizer.second_moment);
}

bool Moments::is_due(std::int64_t step) const {
    if (all_.empty() || step <= dense) return true;
    return step >= all_.back().step + std::max<std::int64_t>(1, all_.back().step / dense);
}

void Moments::keep(const Configuration& configuration, const ScheduleOptions& schedule, const TrainingState& state, bool full) {
    const KeptMoment* last = full_before(state.steps);
    full = full || !last || state.steps >= last->step + std::max(full_apart, last->step / 3);
    if (!all_.empty() && all_.back().step == state.steps) {
        const KeptMoment& same = all_.back();
        if (same.schedule == schedule && (same.is_full() || !full)) return;
        cut_after(state.steps - 1);
    }
    add({.step = state.steps,
         .schedule = schedule,
         .parameters = copy_of(configuration, state.parameters),
         .memory = full ? copy_of(configuration, state.optimizer) : nullptr});
    thin();
}

void Moments::add(KeptMoment moment) {
    bytes_ += bytes_of(moment);
    all_.push_back(std::move(moment));
}

void Moments::cut_after(std::int64_t step) {
    while (!all_.empty() && all_.back().step > step) {
        bytes_ -= bytes_of(all_.back());
        all_.pop_back();
    }
}

const KeptMoment& Moments::nearest(std::int64_t step) const {
    return *std::ranges::min_element(all_, {}, [step](const KeptMoment& moment) { return std::abs(moment.step - step); });
}

const KeptMoment* Moments::full_before(std::int64_t step) const {
    const KeptMoment* last = nullptr;
    for (const KeptMoment& moment : all_) {
        if (moment.step <= step && moment.is_full()) last = &moment;
    }
    return last;
}

/// The index of the moment, between the first and the last and not after one of these steps, whose neighbours are nearest to each
/// other. Distances are relative to the step: 10 and 12 are as far apart as 100 and 120. 0: there is none.
std::size_t Moments::most_crowded(const std::vector<std::int64_t>& spared) const {
    std::size_t found = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < all_.size(); ++i) {
        if (!(all_[i].schedule == all_[i - 1].schedule) || std::ranges::count(spared, all_[i].step) > 0) continue;
        const auto apart = static_cast<double>(all_[i + 1].step - all_[i - 1].step) / static_cast<double>(all_[i + 1].step);
        // A full moment is worth more than one that has to be reached by training.
        const double worth = all_[i].is_full() ? 4 * apart : apart;
        if (worth < least) least = worth, found = i;
    }
    return found;
}

void Moments::thin() {
    while (bytes_ > budget_) {
        const std::size_t i = most_crowded();
        if (i == 0) return;
        remove(i);
    }
}

void Moments::remove(std::size_t i) {
    bytes_ -= bytes_of(all_[i]);
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
}

Moments Moments::thinned(std::size_t count, const std::vector<std::int64_t>& spared) const {
    Moments few(budget_);
    for (KeptMoment moment : all_) {
        moment.memory.reset();
        few.add(std::move(moment));
    }
    while (few.all_.size() > count) {
        std::size_t i = few.most_crowded(spared);
        if (i == 0) i = few.most_crowded();
        if (i == 0) break;
        few.remove(i);
    }
    return few;
}

}  // namespace vitrine
