#pragma once
/// A run: one finished pass with everything that the screen says about it. Immutable after it was made, so that drawing and
/// computing never wait for each other. It shares its numbers with the computation that made them, so making a run copies none.

#include "app/base/slots.h"
#include "app/run/difference.h"
#include "app/run/edits.h"
#include "app/run/statistics.h"
#include "core/explain/attention_place.h"
#include "core/explain/film.h"
#include "core/explain/gradient_anatomy.h"
#include "core/io/model.h"
#include "core/model/attention_device.h"
#include "core/pass/transformer.h"
#include "core/tensor/labels.h"
#include "core/trace/alterations.h"
#include "core/train/update_basis.h"

namespace vitrine {

struct RecordedNumbers;

/// ∂loss/∂tensor of a run for its tensors and parameters, under their names.
struct RunGradients {
    std::shared_ptr<const Activations> activations;
    std::shared_ptr<const Parameters> parameters;
    Trace trace;            ///< of `activations`; tensors without a gradient are not present()
    Trace parameter_trace;  ///< of `parameters`
    std::shared_ptr<TraceStatistics> statistics, parameter_statistics;
    std::shared_ptr<const GradientAnatomy> anatomy;  ///< null in a difference of two runs; for the drawing thread only
};

struct Run {
    ModelRequest request;                          ///< where the model came from; empty for one in training
    std::string title;                             ///< one line for a person
    std::shared_ptr<const Model> model;            ///< for vocabularies and sizes; the weights and sentences of this run are below
    std::shared_ptr<const Parameters> parameters;  ///< the weights of this pass
    std::shared_ptr<const Batch> batch;            ///< the sentences of this pass
    std::shared_ptr<const Activations> activations;
    Trace trace;                                  ///< of `activations`
    std::shared_ptr<TraceStatistics> statistics;  ///< of `trace`
    std::vector<ParameterView> parameter_list;    ///< of `parameters`
    Trace parameter_trace;                        ///< the parameters as named tensors
    std::shared_ptr<TraceStatistics> parameter_statistics;
    std::shared_ptr<const Anatomy> anatomy;         ///< of trace and parameters; for the drawing thread only
    std::shared_ptr<const RunGradients> gradients;  ///< null until they have been computed

    std::shared_ptr<const UpdateBasis> update;  ///< in a paused training: the basis of its next step; otherwise null

    std::shared_ptr<const AttentionDevice> device;  ///< computes the attentions of its passes; null: the CPU does
    bool in_memory = false;  ///< all tensors are, however large; otherwise those of large attentions are computed again when read

    Regime regime;                         ///< masks and design choices of the pass: training may have taken masks away
    Edits edits;                           ///< the edits that this run has, relative to the opened model
    std::shared_ptr<const Run> opened;     ///< the run of the model as it was opened; null: this run
    std::shared_ptr<const Run> untouched;  ///< the same sentences with nothing altered; null: this run is unaltered
    std::map<std::string, std::vector<Index>> written;  ///< cells overwritten by hand, by path
    std::vector<Alteration> alterations;                ///< one per tensor of the outline; empty: none

    /// Not null if this object is the difference of two runs, B − A: its tensors are changes, everything else is B's.
    std::shared_ptr<const RunDifference> difference;

    /// Not null if another program has recorded this run's numbers (app/run/recorded.h): numbers that were not recorded are NaN.
    std::shared_ptr<const RecordedNumbers> recorded;

    std::uint64_t generation = 0;  ///< unique among the runs of one process

    /// Cached results about this run, computed on demand: run.of<AttentionReadings>(). For one thread at a time: for the drawing
    /// thread, as soon as the run is shown.
    template <class T>
    T& of() const {
        return readings->of<T>();
    }
    std::shared_ptr<Slots> readings = std::make_shared<Slots>();

    const Outline& outline() const { return *trace.outline; }

    /// A recorded tensor or a parameter, and its description; not present(), or null, if this run does not have it.
    TensorView find(const std::string& path) const;
    const TensorInfo* info(const std::string& path) const;

    /// The statistics that contain this tensor or parameter.
    TraceStatistics& statistics_of(const std::string& path) const;

    /// False: it is one attention alone, with nothing but attention.* among its tensors.
    bool is_transformer() const { return model->configuration.is_transformer(); }

    /// False: an encoder alone or a decoder alone, which reads one sequence.
    bool has_both_stacks() const { return model->configuration.architecture == Architecture::transformer; }

    /// Without labels there is no loss, and so no gradient.
    bool has_loss() const { return !activations->loss.empty(); }

    /// Index of the last step; without labels the step of the loss is missing.
    int last_step() const;
};

/// The run itself or, for a difference, run B.
const Run& run_b_or_self(const Run& run);

/// The film of a run, or of run B of a difference, made when first asked for. Valid as long as the run.
const Film& film_of(const Run& run);

/// The basis of the run's next update: that of its training or, if there is none, a first step of Adam at its usual rate.
UpdateBasis update_basis_of(const Run& run);

/// A number unique in this process.
std::uint64_t next_generation();

/// Fills parameter_list, parameter_trace, parameter_statistics and anatomy from the run's trace and parameters.
void name_parameters(Run& run);

/// The same for a run copied from another run of its model: keeps the names and updates the views of the numbers.
void point_at_parameters(Run& run);

/// True if a device holds cells of this run.
bool is_on_device(const Run& run);

/// True if a device holds cells of this run, of its opened run or of its untouched run.
bool rests_on_device(const Run& run);

/// The pass that computes this run.
Pass pass_of(const Run& run);

/// The paths of all tensors that can be shown: the recorded tensors, then the parameters.
std::vector<std::string> paths_of(const Run& run);

/// The gradient of a tensor or parameter; not present() if it has none or gradients have not been computed.
TensorView find_gradient(const Run& run, const std::string& path);

/// The statistics that contain this gradient. Requires: gradients have been computed.
TraceStatistics& gradient_statistics_of(const Run& run, const std::string& path);

/// The tokens that the run has read, [B, position]: those of its batch, or others written over them by hand.
const IndexTensor& tokens_read(const Run& run, Side side);

/// Whether all sentences share a tensor's entries along this axis, as in a bias by distance. −1: no axis.
bool all_share(const TensorInfo& info, int axis);

/// The labels of a tensor's axis: tokens for positions, words for a vocabulary, otherwise numbers. `sentence`: the row of the
/// batch. Valid as long as the run.
Labels axis_labels(const Run& run, const TensorInfo& info, int axis, Size sentence);

/// The parameter of this name; not present() if the model has none.
TensorView find_parameter(const Run& run, const std::string& name);

/// The vocabulary of one of the sequences that the run reads.
const Vocabulary& vocabulary_of(const Run& run, Side side);

/// The number of sentences in the batch, and of heads in the attention that has the most.
Size sentence_count(const Run& run);
Size head_count(const Run& run);

/// The number of heads of queries in an attention.
Size head_count(const Run& run, const AttentionPlace& attention);

/// What an attention of the run computes.
const AttentionDescription& described(const Run& run, const AttentionPlace& attention);

/// The index along a tensor's head axis that belongs to a head of the queries: in grouped attention, several share one of the
/// keys' heads. 0 for a tensor without such an axis.
Size head_in(const Run& run, const TensorInfo& info, Size head);

/// The first head of the queries that belongs to an index along a tensor's head axis.
Size first_head_of(const Run& run, const TensorInfo& info, Size place);

}  // namespace vitrine
