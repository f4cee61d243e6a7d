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
    const TrainingCourse* course = nullptr;  ///< whose it is
    std::shared_ptr<const Snapshot> snapshot = {};
    std::shared_ptr<const Run> run = {};             ///< of the snapshot
    std::optional<std::uint64_t> obeyed = {};        ///< number of the orders done, once it stands still; else nothing
    std::vector<SentenceUse> uses = {};              ///< of the run's sentences
    std::shared_ptr<const TrainedModel> model = {};  ///< what all moments of the training share
};
void do_command(State& state, const ShowSnapshot& command);

struct TrainingFailed {
    const TrainingCourse* course = nullptr;  ///< whose
    std::string why;                         ///< why the training cannot continue, not even from its last good step
};
void do_command(State& state, const TrainingFailed& command);

}  // namespace vitrine
