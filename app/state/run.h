#pragma once
/// One finished pass with everything the screen says about it. Immutable once made, so that drawing and computing never wait for
/// each other; it shares its numbers with whoever computed them, so that making one copies none.

#include <memory>
#include <string>
#include <vector>

#include "app/state/trace_statistics.h"
#include "core/io/model.h"
#include "core/trace/trace.h"

namespace vitrine {

/// ∂loss/∂tensor of a run, under the names of the tensors.
struct RunGradients {
    std::shared_ptr<const Activations> activations;
    Trace trace;  ///< of them; tensors that have no gradient are not present()
    std::shared_ptr<TraceStatistics> statistics;
};

struct Run {
    ModelRequest request;                          ///< where the model came from; empty for one in training
    std::string title;                             ///< one line for a person
    std::shared_ptr<const Model> model;            ///< its words, sentences and sizes; for its weights see below
    std::shared_ptr<const Parameters> parameters;  ///< the weights of this very pass
    std::shared_ptr<const Activations> activations;
    Trace trace;                                    ///< of the activations above
    std::shared_ptr<TraceStatistics> statistics;    ///< of the same
    std::vector<ParameterView> parameter_list;      ///< of the parameters above
    std::shared_ptr<const RunGradients> gradients;  ///< null until somebody has asked for them
    std::uint64_t generation = 0;                   ///< differs between any two runs of one process

    const Outline& outline() const { return *trace.outline; }

    /// Without labels there is no loss, and so no gradient.
    bool has_loss() const { return !activations->loss.empty(); }

    /// The last step this run has: without labels there is no loss.
    int last_step() const;
};

/// Opens a model, runs it and names what it computed. Throws Error.
std::shared_ptr<const Run> make_run(const ModelRequest& request);

/// Runs a model that is open already.
std::shared_ptr<const Run> make_run(std::shared_ptr<const Model> model);

/// The same run with its gradients; the run has a loss.
std::shared_ptr<const Run> with_gradients(const Run& run);

/// What the steps of a training have in common.
struct TrainedModel {
    std::shared_ptr<const Model> model;      ///< with the fixed sentences whose pass is shown, without weights
    std::shared_ptr<const Outline> outline;  ///< of its configuration
};

/// One moment of a training.
struct TrainedMoment {
    std::string title;
    std::shared_ptr<const Parameters> parameters;
    std::shared_ptr<const Activations> activations, gradients;
};
std::shared_ptr<const Run> make_run(const TrainedModel& model, const TrainedMoment& moment);

/// A tensor's gradient; not present() where it has none, or where none have been computed yet.
TensorView find_gradient(const Run& run, const std::string& path);

/// The words of a tensor's axis: tokens for positions, words for a vocabulary, empty strings where only a number is right.
/// `sentence` picks the row of the batch.
std::vector<std::string> axis_labels(const Run& run, const TensorInfo& info, int axis, Size sentence);

/// The parameter of a name; not present() where this model has none.
TensorView find_parameter(const Run& run, const std::string& name);

/// How many sentences the batch has, and how many heads every attention has.
Size sentence_count(const Run& run);
Size head_count(const Run& run);

}  // namespace vitrine
