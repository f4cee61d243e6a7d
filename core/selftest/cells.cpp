/// Every cell of a run and of its gradients, derived again from the terms that explain it.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/explain/gradient_anatomy.h"
#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"
#include "core/trace/parameter_trace.h"

namespace vitrine {

namespace {

/// How far the result is from the recorded number, relative to the sizes of its terms, among which rounding happens. Copies,
/// selections and infinities have to be exact.
double distance(const Explanation& explanation) {
    if (explanation.result == explanation.value) return 0;
    double size = std::abs(explanation.value);
    for (const ExplanationTerm& term : explanation.terms)
        if (std::isfinite(term.value)) size += std::abs(term.value);
    const bool exact = explanation.kind == DependenceKind::copy || explanation.kind == DependenceKind::select;
    if (exact || !std::isfinite(explanation.value)) return std::numeric_limits<double>::infinity();
    return std::abs(explanation.result - explanation.value) / size;
}

/// Adds the distance of every cell that is computed. `explain`: a function of a path and an index.
template <class Explain>
void derive_again(const Trace& trace, Explain&& explain, Comparisons& comparisons) {
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorView& tensor = trace.tensors[i];
        const std::string& path = trace.outline->tensors[i].path;
        for (Size cell = 0; tensor.present() && cell < tensor.layout.count(); ++cell) {
            const Index index = index_of(tensor.layout, cell);
            const Explanation explanation = explain(path, index);
            if (explanation.formula.empty()) continue;  // given, not computed
            comparisons.add(distance(explanation), [&] { return cell_words(path, tensor.layout, index); });
        }
    }
}

}  // namespace

SelfTestResult check_cells(const Computation& computation) {
    Comparisons comparisons("cells", 1e-6);
    for (const char* sample : {"navigation", "two-heads"}) {
        const SampleRun run(sample, computation);
        const Trace trace = run.trace();
        const Anatomy anatomy(trace, make_parameter_trace(*trace.outline, list_parameters(run.model.parameters)));
        derive_again(
            trace, [&](const std::string& path, const Index& index) { return anatomy.explain(path, index); }, comparisons);
    }
    return comparisons.take();
}

SelfTestResult check_gradient_cells(const Computation& computation) {
    Comparisons comparisons("gradients", 1e-6);
    const SampleRun run("navigation", computation);
    Activations d;
    Parameters of_parameters = make_parameters(run.model.configuration);
    computation.backward(run.pass, run.activations, {d, of_parameters});
    const Trace trace = run.trace();
    const Trace gradients = make_trace(trace.outline, d),
                parameter_gradients = make_parameter_trace(*trace.outline, list_parameters(of_parameters, {}, Buffers::without));
    const GradientAnatomy anatomy(
        {trace, make_parameter_trace(*trace.outline, list_parameters(run.model.parameters)), gradients, parameter_gradients});
    const auto explain = [&](const std::string& path, const Index& index) { return anatomy.explain(path, index).explanation; };
    derive_again(gradients, explain, comparisons);
    derive_again(parameter_gradients, explain, comparisons);
    return comparisons.take();
}

}  // namespace vitrine
