#include "core/train/last_good.h"

#include <utility>

namespace vitrine {

void LastGood::consider(const Trainer& trainer) {
    if (candidate_ || trainer.state().steps == 0 || !pace_.is_due()) return;
    pace_.spend([&] {
        candidate_ = spare_ ? std::move(spare_) : std::make_unique<TrainingState>(trainer.configuration());
        candidate_->assign(trainer.state());
    });
}

void LastGood::judge(const StepReport& report) {
    if (!loss_) loss_ = report.loss;
    if (!candidate_) return;
    const bool is_next = report.step == candidate_->steps + 1;
    if (is_next && report.loss <= 2 * *loss_ + 1) {
        loss_ = report.loss;
        std::swap(good_, candidate_);
    }
    spare_ = std::move(candidate_);
}

void LastGood::clear() {
    good_.reset();
    candidate_.reset();
    loss_.reset();
}

}  // namespace vitrine
