#pragma once
/// Commands with which a training reports its progress.

#include <memory>
#include <string>

#include "app/base/command.h"
#include "core/train/sentence_use.h"

namespace vitrine {

class TrainingCourse;
struct Run;
struct TrainedModel;

struct ShowSnapshot {
    static constexpr CommandTraits traits{.acts_on_b = true};
    const TrainingCourse* course = nullptr;  ///< of the training
    std::shared_ptr<const Snapshot> snapshot = {};
    std::shared_ptr<const Run> run = {};             ///< of the snapshot
    std::optional<std::uint64_t> obeyed = {};        ///< the number of the orders that are done, once the training stands still;
                                                     ///< otherwise nothing
    std::vector<SentenceUse> uses = {};              ///< of the run's sentences
    std::shared_ptr<const TrainedModel> model = {};  ///< what all moments of the training have in common
};
void do_command(State& state, const ShowSnapshot& command);

struct TrainingFailed {
    const TrainingCourse* course = nullptr;  ///< of the training
    std::string why;                         ///< why the training cannot continue, not even from its last good step
};
void do_command(State& state, const TrainingFailed& command);

}  // namespace vitrine
