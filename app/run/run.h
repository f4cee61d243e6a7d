#pragma once
/// One finished pass with everything the screen says about it. Immutable once made, so that drawing and computing never wait for
/// each other; it shares its numbers with whoever computed them, so that making one copies none.

#include "app/base/slots.h"
#include "app/run/difference.h"
#include "app/run/edits.h"
#include "app/run/statistics.h"
#include "core/explain/anatomy.h"
#include "core/io/model.h"
#include "core/model/attention_device.h"
#include "core/pass/transformer.h"
#include "core/tensor/labels.h"
#include "core/trace/alterations.h"

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
    std::shared_ptr<const Model> model;            ///< its words and sizes; for its weights and sentences see below
    std::shared_ptr<const Parameters> parameters;  ///< the weights of this very pass
    std::shared_ptr<const Batch> batch;            ///< its sentences
    std::shared_ptr<const Activations> activations;
    Trace trace;                                  ///< of the activations above
    std::shared_ptr<TraceStatistics> statistics;  ///< of the same
    std::vector<ParameterView> parameter_list;    ///< of the parameters above
    Trace parameter_trace;                        ///< the same, as named tensors
    std::shared_ptr<TraceStatistics> parameter_statistics;
    std::shared_ptr<const Anatomy> anatomy;         ///< of trace and parameters; for the drawing thread
    std::shared_ptr<const RunGradients> gradients;  ///< null until somebody has asked for them

    std::shared_ptr<const AttentionDevice> device;  ///< asked for the attentions of its passes; null: they are computed here

    Regime regime;                                      ///< what it was made under: training may have taken masks away
    Edits edits;                                        ///< what somebody has made of the model that was opened
    std::shared_ptr<const Run> opened;                  ///< the run of the model as it was opened; null where this is it
    std::shared_ptr<const Run> untouched;               ///< the same sentences with nothing altered; null where nothing is
    std::map<std::string, std::vector<Index>> written;  ///< cells that hold a number written by hand, by path
    std::vector<Alteration> alterations;                ///< in step with the outline's tensors; empty where there are none

    /// Where this is no run but the difference of two, B − A: its tensors are changes, everything else is B's. Null otherwise.
    std::shared_ptr<const RunDifference> difference;

    std::uint64_t generation = 0;  ///< differs between any two runs of one process

    /// What has been found out about this run when somebody asked, and is remembered: run.of<AttentionReadings>(). For one
    /// thread at a time: for the drawing thread, once the run is shown.
    template <class T>
    T& of() const {
        return readings->of<T>();
    }
    std::shared_ptr<Slots> readings = std::make_shared<Slots>();

    const Outline& outline() const { return *trace.outline; }

    /// A recorded tensor or a parameter, and what is known of it; not present(), or null, where this run has none.
    TensorView find(const std::string& path) const;
    const TensorInfo* info(const std::string& path) const;

    /// What is true of all of its numbers.
    TraceStatistics& statistics_of(const std::string& path) const;

    /// Without labels there is no loss, and so no gradient.
    bool has_loss() const { return !activations->loss.empty(); }

    /// The last step this run has: without labels there is no loss.
    int last_step() const;
};

/// The run itself or, of a difference, run B: its sentences, its words and everything else that has no difference.
const Run& run_behind(const Run& run);

/// A number that no run of this process has had.
std::uint64_t next_generation();

/// Fills what follows from a run's trace and parameters: the list and the trace of parameters, and the anatomy.
void name_parameters(Run& run);

/// The same for a run that begins as another one of its model did: the names stay, and where the numbers are is seen anew.
void point_at_parameters(Run& run);

/// True where a device has cells of it, or of a run that it leads back to.
bool rests_on_device(const Run& run);

/// The pass that made it, or makes it.
Pass pass_of(const Run& run);

/// The paths of everything that can be looked at: the recorded tensors, then the parameters.
std::vector<std::string> paths_of(const Run& run);

/// A tensor's gradient; not present() where it has none, or where none have been computed yet.
TensorView find_gradient(const Run& run, const std::string& path);

/// The words of a tensor's axis: tokens for positions, words for a vocabulary, none where only a number is right. `sentence` picks
/// the row of the batch. They last as long as the run.
Labels axis_labels(const Run& run, const TensorInfo& info, int axis, Size sentence);

/// The parameter of a name; not present() where this model has none.
TensorView find_parameter(const Run& run, const std::string& name);

/// How many sentences the batch has, and how many heads every attention has.
Size sentence_count(const Run& run);
Size head_count(const Run& run);

}  // namespace vitrine
