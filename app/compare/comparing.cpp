#include "app/compare/comparing.h"

#include <limits>
#include <map>
#include <utility>

#include "app/compare/recorded_side.h"
#include "app/run/edited.h"
#include "app/run/recorded.h"
#include "app/state/learning.h"
#include "core/trace/change_cells.h"

namespace vitrine {

namespace {

/// An outline with the same tensors, but without their dependences.
std::shared_ptr<const Outline> outline_of_changes(const Outline& of) {
    auto outline = std::make_shared<Outline>(of);
    outline->readers.clear();
    for (TensorInfo& info : outline->tensors) {
        info.is_change = true;
        info.dependence.reset();
        info.operands.clear();
    }
    return outline;
}

/// The word for an id, as in Vocabulary::word().
std::string word_of(const Run& run, const TensorInfo& info, double id) {
    const Vocabulary& words = info.side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
    return words.word(static_cast<std::int32_t>(id));
}

/// Makes the tensors of a difference one after the other.
class ChangeWriter {
public:
    ChangeWriter(RunDifference& difference, const Run& a, const Run& b) : difference_(difference), a_(a), b_(b) {}

    /// Makes a tensor for each of B's tensors, with the same names.
    Trace write(const Trace& a, const Trace& b, std::shared_ptr<const Outline> outline) {
        Trace trace{std::move(outline), std::vector<TensorView>(b.tensors.size())};
        for (std::size_t i = 0; i < b.tensors.size(); ++i) {
            const TensorInfo& info = trace.outline->tensors[i];
            if (b.tensors[i].present() && !info.is_view) trace.tensors[i] = change(info, a.find(info.path), b.tensors[i]);
        }
        for (const auto& [view, source] : trace.outline->views) {
            if (trace.tensors[static_cast<std::size_t>(source)].present())
                trace.tensors[static_cast<std::size_t>(view)] = transposed(trace.tensors[static_cast<std::size_t>(source)], 2, 3);
        }
        return trace;
    }

private:
    static constexpr Size large = Size{1} << 22;  // cells

    TensorView change(const TensorInfo& info, const TensorView& a, const TensorView& b) {
        TensorView made{.layout = row_major(b.layout), .type = b.type, .data = nullptr};
        const bool fits = a.present() && a.layout.axes == b.layout.axes && a.layout.shape == b.layout.shape;
        if (b.type == ElementType::index) {
            made.data = ids(info, fits ? a : TensorView{}, b);
            return made;
        }
        made.type = ElementType::scalar;
        const auto count = static_cast<std::size_t>(b.layout.count());
        if (b.layout.count() >= large) {
            made.fetched = difference_.large.emplace_back(std::make_unique<ChangeCells>(fits ? a : TensorView{}, b)).get();
        } else if (!fits) {
            made.data = constant(none_, count, std::numeric_limits<Scalar>::quiet_NaN());
        } else if (a.data == b.data && a.fetched == b.fetched) {
            made.data = constant(zeros_, count, 0);
        } else {
            difference_.numbers.emplace_back(count);
            write_change(a, b, difference_.numbers.back().data());
            made.data = difference_.numbers.back().data();
        }
        return made;
    }

    /// A tensor of `count` equal numbers; all tensors of this value share storage, which grows to the largest count needed.
    const Scalar* constant(std::size_t& place, std::size_t count, Scalar value) {
        if (place == 0 || difference_.numbers[place - 1].size() < count) {
            difference_.numbers.emplace_back(count, value);
            place = difference_.numbers.size();
        }
        return difference_.numbers[place - 1].data();
    }

    const std::int32_t* ids(const TensorInfo& info, const TensorView& a, const TensorView& b) {
        std::vector<std::int32_t>& made = difference_.ids.emplace_back();
        for (Size i = 0; i < b.layout.count(); ++i) {
            const Index cell = index_of(b.layout, i);
            const std::string now = word_of(b_, info, b.at(cell)), before = a.present() ? word_of(a_, info, a.at(cell)) : now;
            const auto [place, is_new] =
                places_.try_emplace(before == now ? now : before + " → " + now, static_cast<std::int32_t>(places_.size()));
            if (is_new) difference_.words.push_back(place->first);
            made.push_back(place->second);
            if (before != now) difference_.changed_ids[info.path].push_back(cell);
        }
        return made.data();
    }

    RunDifference& difference_;
    const Run &a_, &b_;
    std::size_t zeros_ = 0, none_ = 0;  // index in the numbers where these are, plus 1; 0: nowhere yet
    std::map<std::string, std::int32_t> places_;
};

void note_places(RunDifference& difference) {
    for (const auto* list : {&difference.tensors, &difference.parameters}) {
        for (const TensorChange& change : *list) difference.places.emplace(change.path, &change);
    }
    // A view has changed in the same way as the tensor that it shows.
    for (const auto& [view, source] : difference.b->outline().views) {
        const auto& tensors = difference.b->outline().tensors;
        const auto place = difference.places.find(tensors[static_cast<std::size_t>(source)].path);
        if (place != difference.places.end())
            difference.places.emplace(tensors[static_cast<std::size_t>(view)].path, place->second);
    }
}

/// The outline for B's tensors; an earlier difference's outline if it was for the same tensors.
std::shared_ptr<const Outline> changes_of(const ComparedRuns& runs) {
    const bool same = runs.earlier && runs.earlier->difference->b->trace.outline == runs.b->trace.outline;
    return same ? runs.earlier->trace.outline : outline_of_changes(runs.b->outline());
}

std::shared_ptr<const RunGradients> gradients_of(const ComparedRuns& runs, const Run& made, ChangeWriter& writer) {
    if (!runs.a->gradients || !runs.b->gradients) return nullptr;
    auto gradients = std::make_shared<RunGradients>();
    const RunGradients &a = *runs.a->gradients, &b = *runs.b->gradients;
    gradients->activations = b.activations;
    gradients->parameters = b.parameters;
    gradients->trace = writer.write(a.trace, b.trace, made.trace.outline);
    gradients->parameter_trace = writer.write(a.parameter_trace, b.parameter_trace, made.parameter_trace.outline);
    gradients->statistics = std::make_shared<TraceStatistics>(gradients->trace);
    gradients->parameter_statistics = std::make_shared<TraceStatistics>(gradients->parameter_trace);
    return gradients;
}

/// The run or, where a device computed it and not the other, the same computed here: the two differ by rounding, which would look
/// like changes.
std::shared_ptr<const Run> comparable(const std::shared_ptr<const Run>& run, const std::shared_ptr<const Run>& other) {
    return is_on_device(*run) && !is_on_device(*other) ? in_memory(run, untouched(other)) : run;
}

}  // namespace

std::shared_ptr<Run> difference_of(const ComparedRuns& runs) {
    const std::shared_ptr<const Run> comparable_a = comparable(runs.a, runs.b), comparable_b = comparable(runs.b, runs.a);
    const Run &a = *comparable_a, &b = *comparable_b;
    auto difference = std::make_shared<RunDifference>();
    difference->a = runs.a;
    difference->b = runs.b;
    difference->subtracted = {comparable_a, comparable_b};
    Trace of_a = a.trace, parameters_of_a = a.parameter_trace;
    if (a.recorded) {
        RecordedSide side = recorded_side(a, b);
        of_a = std::move(side.trace), parameters_of_a = std::move(side.parameters);
        difference->recorded = std::move(side.numbers);
    }
    difference->tensors = compare(of_a, b.trace);
    difference->parameters = compare(parameters_of_a, b.parameter_trace);
    if (a.recorded) {
        mark_recorded(*a.recorded, difference->tensors), mark_recorded(*a.recorded, difference->parameters);
        difference->deviations = deviations_from(a.recorded->matched, as_reference(b), a.recorded->tolerance);
    }
    note_places(*difference);
    ChangeWriter writer(*difference, a, b);

    auto made = std::make_shared<Run>(b);
    made->title = "B − A";
    made->generation = next_generation();
    made->opened.reset();
    made->untouched.reset();
    made->alterations.clear();
    made->written.clear();
    made->trace = writer.write(of_a, b.trace, changes_of(runs));
    made->parameter_trace = writer.write(parameters_of_a, b.parameter_trace, outline_of_changes(*b.parameter_trace.outline));
    made->statistics = std::make_shared<TraceStatistics>(made->trace);
    made->parameter_statistics = std::make_shared<TraceStatistics>(made->parameter_trace);
    made->anatomy = std::make_shared<const Anatomy>(made->trace, made->parameter_trace);
    made->gradients = gradients_of(runs, *made, writer);
    made->readings = std::make_shared<Slots>();
    made->difference = std::move(difference);
    return made;
}

const TensorChange* first_difference(const RunDifference& difference) {
    if (difference.deviations) {
        const auto first = difference.deviations->first();
        return first ? difference.find(difference.a->recorded->matched.pairs[*first].reference) : nullptr;
    }
    const auto first = first_change(difference.tensors);
    return first ? &difference.tensors[*first] : nullptr;
}

std::shared_ptr<const Run> run_without_gradients(const State& state) {
    if (state.aspect == Aspect::value || !state.run) return nullptr;
    const auto lacks = [](const std::shared_ptr<const Run>& run) { return run->has_loss() && !run->gradients; };
    const ComparisonView& comparison = state.of<ComparisonView>();
    const bool shows_both = state.run->difference || (state.view == View::compare && comparison.pinned);
    if (!shows_both) return lacks(state.run) ? state.run : nullptr;
    const auto& [a, b] = state.run->difference ? std::pair{state.run->difference->a, state.run->difference->b}
                                               : std::pair{comparison.pinned, comparison.working};
    if (!a->has_loss() || !b->has_loss()) return nullptr;
    return lacks(b) ? b : lacks(a) ? a : nullptr;
}

const std::shared_ptr<const Run>& working_run(const State& state) {
    return state.of<ComparisonView>().pinned ? state.of<ComparisonView>().working : state.run;
}

bool has_lone_attention(const State& state) {
    const auto is_lone = [](const Run& run) { return !run.is_transformer(); };
    const RunDifference* difference = state.run->difference.get();
    return is_lone(*state.run) || is_lone(*working_run(state)) ||
           (difference && (is_lone(*difference->a) || is_lone(*difference->b)));
}

bool shows_a(const State& state) { return state.of<ComparisonView>().pinned && state.of<ComparisonView>().side == ComparedSide::a; }

const std::shared_ptr<const Run>& shown_run(const State& state) {
    return shows_a(state) ? state.of<ComparisonView>().pinned : working_run(state);
}

const Edits& shown_edits(const State& state) { return shows_a(state) ? state.of<ComparisonView>().pinned->edits : state.edits; }

const RunDifference* comparison_of(const State& state) {
    const ComparisonView& comparison = state.of<ComparisonView>();
    if (!comparison.pinned || !comparison.difference) return nullptr;
    const RunDifference& difference = *comparison.difference->difference;
    return difference.a == comparison.pinned && difference.b == comparison.working ? &difference : nullptr;
}

bool lacks_difference(const State& state) {
    const bool wanted = state.view == View::compare || state.of<ComparisonView>().side == ComparedSide::difference;
    return state.of<ComparisonView>().pinned && wanted && !comparison_of(state);
}

bool compares_at_once(const ComparedRuns& runs) {
    constexpr Size most = 1'000'000;  // cells: this takes about ten milliseconds
    Size cells = 0;
    for (const TensorView& tensor : runs.b->trace.tensors) cells += tensor.layout.count();
    if (runs.a->parameters != runs.b->parameters) {
        for (const ParameterView& parameter : runs.b->parameter_list) cells += parameter.tensor.layout.count();
    }
    return cells <= most;
}

bool lacks_edits(const State& state) {
    return state.run && !state.of<Learning>().changes_model() && !(state.edits == working_run(state)->edits);
}

}  // namespace vitrine
