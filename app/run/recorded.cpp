#include "app/run/recorded.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/tensor/error.h"

namespace vitrine {

const TracePair* RecordedNumbers::find(const std::string& path) const {
    const auto found = shown.find(path);
    return found == shown.end() ? nullptr : &matched.pairs[found->second];
}

OurRun as_reference(const Run& run) {
    OurRun ours{run.model->configuration, *run.parameters, *run.batch, run.trace};
    if (run.gradients) ours.gradients = &run.gradients->trace, ours.parameter_gradients = run.gradients->parameters.get();
    if (!run.model->origins.empty()) ours.origins = &run.model->origins;
    return ours;
}

namespace {

LargestDeviation deviation_from(const TracePair& pair, const OurRun& ours) {
    const bool lacks_gradients = pair.kind == RecordedKind::gradient && !ours.gradients;
    const TensorView reference = lacks_gradients ? TensorView{} : reference_of(pair, ours);
    const bool fits =
        reference.present() && reference.layout.axes == pair.layout.axes && reference.layout.shape == pair.layout.shape;
    if (!fits) return {.size = std::numeric_limits<double>::infinity()};
    return largest_deviation(pair.theirs, reference, pair.counted);
}

}  // namespace

RecordedDeviations deviations_from(const MatchedTrace& matched, const OurRun& ours, double tolerance) {
    RecordedDeviations deviations{.tolerance = tolerance, .of_pairs = {}};
    for (const TracePair& pair : matched.pairs) deviations.of_pairs.push_back(deviation_from(pair, ours));
    return deviations;
}

namespace {

void choose_shown(RecordedNumbers& recorded, const OurRun& ours) {
    const std::vector<TracePair>& pairs = recorded.matched.pairs;
    const RecordedDeviations deviations = deviations_from(recorded.matched, ours, recorded.tolerance);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].kind == RecordedKind::gradient) continue;
        const auto [known, is_new] = recorded.shown.try_emplace(pairs[i].reference, i);
        if (!is_new && deviations.is_beyond(i) && !deviations.is_beyond(known->second)) known->second = i;
    }
}

/// The cells of a tensor that was copied in this file, and may therefore be written.
Scalar* writable(const TensorView& own) { return static_cast<Scalar*>(const_cast<void*>(own.data)); }

void write_recorded(const TracePair& pair, const TensorView& own) {
    Scalar* cells = writable(own);
    for (std::size_t i = 0; i < pair.theirs.size(); ++i)
        cells[own.layout.offset(index_of(pair.layout, static_cast<Size>(i)))] = static_cast<Scalar>(pair.theirs[i]);
}

/// Writes what was recorded, and NaN into every other tensor with numbers.
void write_tensors(const RecordedNumbers& recorded, const Trace& own) {
    for (std::size_t i = 0; i < own.tensors.size(); ++i) {
        const TensorView& tensor = own.tensors[i];
        if (!tensor.present() || tensor.type != ElementType::scalar || own.outline->tensors[i].is_view) continue;
        if (const TracePair* pair = recorded.find(own.outline->tensors[i].path)) {
            write_recorded(*pair, tensor);
            continue;
        }
        for (Size cell = 0; cell < tensor.layout.count(); ++cell)
            writable(tensor)[tensor.layout.offset(index_of(tensor.layout, cell))] = std::numeric_limits<Scalar>::quiet_NaN();
    }
}

/// The most probable words by the recorded probabilities, or otherwise by the recorded logits.
void predict(const RecordedNumbers& recorded, Activations& own) {
    const Tensor& likelihoods = recorded.find("probabilities") ? own.probabilities : own.logits;
    for (Size sentence = 0; sentence < own.predictions.size(0); ++sentence) {
        for (Size place = 0; place < own.predictions.size(1); ++place) {
            const Scalar* row = &likelihoods.at({sentence, place, 0});
            const auto likeliest = std::max_element(row, row + likelihoods.size(2));
            own.predictions.at({sentence, place}) = static_cast<std::int32_t>(likeliest - row);
        }
    }
}

bool has_parameters(const RecordedNumbers& recorded) {
    return std::ranges::any_of(recorded.matched.pairs, [](const TracePair& pair) { return pair.kind == RecordedKind::parameter; });
}

}  // namespace

std::shared_ptr<const Run> recorded_run(const std::shared_ptr<const Run>& ours, RecordedNumbers recorded) {
    if (are_fetched(*ours->activations))
        throw Error("this run computes its attentions only when they are shown: open it with --device cpu to compare it");
    choose_shown(recorded, as_reference(*ours));
    auto activations = std::make_shared<Activations>(*ours->activations);
    auto made = std::make_shared<Run>(*ours);
    made->trace = make_trace(ours->trace.outline, *activations);
    write_tensors(recorded, made->trace);
    if (ours->is_transformer()) predict(recorded, *activations);
    made->activations = std::move(activations);
    if (has_parameters(recorded)) {
        const ParameterNames& names = made->model->parameter_names;
        const auto parameters = std::make_shared<Parameters>(*ours->parameters);
        for (const ParameterView& parameter : list_parameters(*parameters, names)) {
            const TracePair* pair = recorded.find(parameter.name);
            if (pair) write_recorded(*pair, parameter.tensor);
            if (pair && parameter.tensor.owner) write_packed(parameter, names, *parameters);
        }
        made->parameters = parameters;
    }
    made->request = {};
    made->title = recorded.file;
    made->opened.reset(), made->untouched.reset(), made->gradients.reset(), made->update.reset(), made->device.reset();
    made->edits = {};
    made->alterations.clear(), made->written.clear();
    made->generation = next_generation();
    made->readings = std::make_shared<Slots>();
    made->statistics = std::make_shared<TraceStatistics>(made->trace);
    name_parameters(*made);
    made->recorded = std::make_shared<const RecordedNumbers>(std::move(recorded));
    return made;
}

}  // namespace vitrine
