#include "core/why/experiment.h"

#include <algorithm>
#include <atomic>
#include <map>

#include "core/tensor/error.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

/// The logits of a position, or the scores of the classes of a sentence.
const Scalar* scores_at(const AskedLogit& logit, const Configuration& c, const Activations& run, bool before_cap) {
    if (c.classes > 0) return &run.classifier.scores.at({logit.sentence, 0});
    return &(before_cap && c.logits_cap ? run.head.uncapped : run.logits).at({logit.sentence, logit.position, 0});
}

/// Calls visit(cell) for every cell of the place.
template <class Visit>
void for_each_cell(const RunPlace& place, const Layout& layout, Visit&& visit) {
    const int batch = layout.find(Axis::batch), head = layout.find(Axis::head), last = layout.rank - 1;
    const int position = layout.find(Axis::position) >= 0 ? layout.find(Axis::position) : layout.find(Axis::query);
    for (Size i = 0; i < layout.count(); ++i) {
        const Index cell = index_of(layout, i);
        const auto holds = [&](int axis, const std::optional<Size>& wanted) {
            return !wanted || cell[static_cast<std::size_t>(axis)] == *wanted;
        };
        if (holds(batch, place.sentence) && holds(head, place.head) && holds(position, place.position) && holds(last, place.unit))
            visit(cell);
    }
}

TensorView find(const RunPlace& place, const Trace& trace) {
    const TensorView tensor = trace.find(place.path);
    if (!tensor.present()) throw Error(place.path + " is not in this run");
    const Layout& layout = tensor.layout;
    const auto check_axis = [&](const std::optional<Size>& wanted, int axis, const char* what) {
        if (!wanted) return;
        if (axis < 0) throw Error(place.path + " has no axis for a " + what);
        if (*wanted < 0 || *wanted >= layout.shape[static_cast<std::size_t>(axis)])
            throw Error(place.path + " has no " + what + ' ' + std::to_string(*wanted));
    };
    check_axis(place.sentence, layout.find(Axis::batch), "sentence");
    check_axis(place.head, layout.find(Axis::head), "head");
    check_axis(place.position, layout.find(Axis::position) >= 0 ? layout.find(Axis::position) : layout.find(Axis::query),
               "position");
    check_axis(place.unit, layout.rank - 1, "unit");
    return tensor;
}

}  // namespace

double measure(const Metric& metric, const Configuration& c, const Activations& run) {
    if (metric.kind == Metric::Kind::loss) return static_cast<double>(run.loss.data()[0]);
    const AskedLogit& logit = metric.logit;
    const Scalar* scores = scores_at(logit, c, run, metric.kind == Metric::Kind::logit);
    if (metric.kind == Metric::Kind::log_probability)
        return log_probability({scores, static_cast<std::size_t>(c.label_kinds())}, logit.word);
    const auto at = [&](std::int32_t word) { return static_cast<double>(scores[word]); };
    return at(logit.word) - (logit.against ? at(*logit.against) : 0);
}

std::vector<Overwrite> overwrites_of(const RunPlace& place, const Trace& trace, const NumberOf& number) {
    std::vector<Overwrite> overwrites;
    for_each_cell(place, find(place, trace).layout, [&](const Index& cell) {
        overwrites.push_back({place.path, cell, number(cell)});
    });
    return overwrites;
}

std::vector<Overwrite> numbers_of_other_run(const RunPlace& place, const Trace& trace, const Trace& other) {
    const TensorView here = find(place, trace), there = find(place, other);
    if (here.layout.shape != there.layout.shape)
        throw Error(place.path + " is " + shape_text(here.layout) + " in one run and " + shape_text(there.layout) +
                    " in the other");
    return overwrites_of(place, trace, [&](const Index& cell) { return there.at(cell); });
}

std::vector<Overwrite> zeros(const RunPlace& place, const Trace& trace) {
    return overwrites_of(place, trace, [](const Index&) { return 0.0; });
}

std::vector<Overwrite> means(const RunPlace& place, const Configuration& c, const Trace& trace) {
    const TensorView tensor = find(place, trace);
    const TensorInfo& info = *trace.outline->find(place.path);
    const TensorView tokens = trace.find(path_of(info.side) + ".tokens");
    const std::int32_t pad = info.side == Side::source ? c.pad_src : c.pad_tgt;
    const Layout& layout = tensor.layout;
    const auto position =
        static_cast<std::size_t>(layout.find(Axis::position) >= 0 ? layout.find(Axis::position) : layout.find(Axis::query));
    // The mean of a feature, and of a head's feature, over the cells that differ in sentence and position alone.
    const auto without_place = [&](Index cell) {
        cell[0] = 0, cell[position] = 0;
        return layout.offset(cell);
    };
    std::map<Size, std::pair<double, Size>> sums;
    for_each_cell(place, layout, [&](const Index& cell) {
        if (static_cast<std::int32_t>(tokens.at({cell[0], cell[position]})) == pad) return;
        auto& [sum, count] = sums[without_place(cell)];
        sum += tensor.at(cell), ++count;
    });
    return overwrites_of(place, trace, [&](const Index& cell) {
        const auto& [sum, count] = sums[without_place(cell)];
        return count > 0 ? sum / static_cast<double>(count) : 0;
    });
}

std::vector<double> run_experiments(const FinishedPass& run, const Metric& metric, const Experiments& experiments,
                                    const std::function<void(double)>& progress) {
    std::vector<double> measured(experiments.count);
    std::atomic<std::size_t> done = 0;
    share(static_cast<Size>(experiments.count), [&](Size number) {
        const auto i = static_cast<std::size_t>(number);
        Interventions interventions = run.pass.interventions ? *run.pass.interventions : Interventions{};
        const std::vector<Overwrite> overwrites = experiments.make(i);
        interventions.overwrites.insert(interventions.overwrites.end(), overwrites.begin(), overwrites.end());
        Pass pass = run.pass;
        pass.interventions = &interventions;
        Activations altered;
        rerun(run, pass, altered);
        measured[i] = measure(metric, run.pass.configuration, altered);
        if (progress) progress(static_cast<double>(++done) / static_cast<double>(experiments.count));
    });
    return measured;
}

}  // namespace vitrine
