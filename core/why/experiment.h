#pragma once
/// Experiments on a run: one place of it gets other numbers, everything behind it is computed anew, and a metric tells what became
/// of the answer. With the numbers of another run this is activation patching (Vig et al. 2020; Meng et al. 2022), with zeros or
/// means it is ablation.

#include <functional>

#include "core/pass/rerun.h"
#include "core/why/stream.h"

namespace vitrine {

/// What is measured of a run.
struct Metric {
    enum class Kind : std::uint8_t {
        logit,            ///< or the difference of two, or the score of a class
        log_probability,  ///< of the word at its position, or of the class
        loss,             ///< of the whole batch
    };
    Kind kind = Kind::loss;
    AskedLogit logit{};  ///< not used by the loss
};

/// The metric of a run. Requires: its word and position are in the run; for the loss, that the batch has labels.
double measure(const Metric& metric, const Configuration& configuration, const Activations& run);

/// A place of a run: some cells of one of its tensors, in every sentence or in one.
struct RunPlace {
    std::string path;                ///< of the tensor: a point of the stream, "….context" of heads, the output of a sublayer
    std::optional<Size> sentence{};  ///< none: all
    std::optional<Size> position{};  ///< none: all
    std::optional<Size> head{};      ///< of a context
    std::optional<Size> unit{};      ///< one feature: a unit of a network

    bool operator==(const RunPlace&) const = default;
};

/// The number that a cell of a place gets.
using NumberOf = std::function<double(const Index& cell)>;

/// The overwrites that give a place its numbers. Throws Error where the run has no such place.
std::vector<Overwrite> overwrites_of(const RunPlace& place, const Trace& trace, const NumberOf& number);

/// Those of another run of the same shape. Throws Error where the two differ in shape.
std::vector<Overwrite> numbers_of_other_run(const RunPlace& place, const Trace& trace, const Trace& other);

/// Zeros.
std::vector<Overwrite> zeros(const RunPlace& place, const Trace& trace);

/// The place's mean over all positions of all sentences that are no padding, feature by feature. `configuration`: of the run.
std::vector<Overwrite> means(const RunPlace& place, const Configuration& configuration, const Trace& trace);

/// Experiments, made when their turn comes, so that many of them need no more memory than those that run at once.
struct Experiments {
    std::size_t count = 0;
    std::function<std::vector<Overwrite>(std::size_t number)> make;  ///< called from any thread
};

/// The metric of the run with each of these experiments by itself, computed on all threads; what is before a place is not computed
/// again. The run's own interventions stay in force. `progress` is told the share that is done, from any thread, and may throw to
/// stop. Requires: the activations are in memory.
std::vector<double> run_experiments(const FinishedPass& run, const Metric& metric, const Experiments& experiments,
                                    const std::function<void(double share)>& progress = {});

}  // namespace vitrine
