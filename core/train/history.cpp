#include "core/train/history.h"

#include <utility>

namespace vitrine {

void History::add(const StepReport& report) {
    last_.push_back(report);
    if (last_.size() < piece) return;
    full_.push_back(std::make_shared<const std::vector<StepReport>>(std::exchange(last_, {})));
}

void History::add_held_out(std::int64_t step, const Evaluation& evaluation) { held_out_.push_back({step, evaluation}); }

void History::cut_after(std::int64_t step) {
    while (!full_.empty() && full_.back()->back().step > step) {
        last_ = *full_.back();
        full_.pop_back();
    }
    while (!last_.empty() && last_.back().step > step) last_.pop_back();
    while (!held_out_.empty() && held_out_.back().step > step) held_out_.pop_back();
}

double epoch_loss_at(std::int64_t step, const BatchSource& source, const History& history) {
    const Epoch epoch = source.epoch_of(step + 1);
    double sum = 0;
    for (std::size_t i = 0; epoch.number > 0 && i < history.size(); ++i) {
        const StepReport& report = history[i];
        if (report.step >= epoch.first_step && report.step <= step) sum += report.loss;
    }
    return sum;
}

}  // namespace vitrine
