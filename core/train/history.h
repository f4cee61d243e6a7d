#pragma once
/// The curves of a training run.

#include "core/train/evaluation.h"
#include "core/train/trainer.h"

namespace vitrine {

/// The curves, stored in chunks. Full chunks never change, so copies share them.
class History {
public:
    /// Adds the report of the next step.
    void add(const StepReport& report);
    void add_held_out(std::int64_t step, const Evaluation& evaluation);
    void cut_after(std::int64_t step);  ///< removes all later entries

    std::size_t size() const { return full_.size() * piece + last_.size(); }  ///< number of steps
    const StepReport& operator[](std::size_t i) const {                       ///< oldest first
        return i / piece < full_.size() ? (*full_[i / piece])[i % piece] : last_[i % piece];
    }

    struct HeldOut {
        std::int64_t step;
        Evaluation evaluation;
    };
    const std::vector<HeldOut>& held_out() const { return held_out_; }

private:
    static constexpr std::size_t piece = 512;
    std::vector<std::shared_ptr<const std::vector<StepReport>>> full_;
    std::vector<StepReport> last_;
    std::vector<HeldOut> held_out_;
};

/// The sum of the losses of an unfinished epoch's steps up to `step`; 0 after the last step of an epoch, or without epochs.
double epoch_loss_at(std::int64_t step, const BatchSource& source, const History& history);

}  // namespace vitrine
