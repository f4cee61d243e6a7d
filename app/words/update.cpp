#include "app/words/update.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/run/request.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

/// With more parameters, a frame would have to wait for the sum over all of them.
constexpr Size most_parameters = 8'000'000;

struct KeptUpdate {
    std::shared_ptr<const RunGradients> of;
    std::shared_ptr<const UpdateBasis> from;
    UpdateReadings readings;
};

/// Whether the run belongs to a training run whose optimiser state is not available: then its next step cannot be explained as a
/// first step.
bool forgets_memory(const Run& run) { return !run.update && !names_model(run.request); }

double square_of(const TensorView& tensor) {
    double sum = 0;
    for (Size i = 0; i < tensor.layout.count(); ++i) sum += std::pow(tensor.at(index_of(tensor.layout, i)), 2);
    return sum;
}

double change_of(const TensorView& before, const TensorView& after) {
    double sum = 0;
    for (Size i = 0; i < before.layout.count(); ++i) {
        const Index cell = index_of(before.layout, i);
        sum += std::pow(after.at(cell) - before.at(cell), 2);
    }
    return std::sqrt(sum);
}

StepReport report_of(const UpdateBasis& basis, double gradient_norm) {
    return {.step = basis.step, .gradient_norm = gradient_norm, .learning_rate = basis.rate};
}

/// Takes the step on copies of all weights.
std::vector<ChangedParameter> changes_of(const Run& run, double gradient_norm) {
    const UpdateBasis basis = update_basis_of(run);
    const Configuration& c = run.model->configuration;
    ParameterBuffer weights(c), gradient(c);
    OptimizerState memory(c);
    weights.assign(*run.parameters);
    gradient.assign(*run.gradients->parameters);
    if (basis.memory) {
        memory.first_moment.assign(basis.memory->first_moment.tensors());
        memory.second_moment.assign(basis.memory->second_moment.tensors());
    }
    const double clipped = clipping_factor(gradient_norm, basis.options.clip);
    update(basis.options.optimizer, {.step = basis.step, .rate = basis.rate, .gradient_factor = clipped}, gradient, weights,
           memory);
    std::vector<ChangedParameter> changes;
    for (const ParameterView& after : list_parameters(weights.tensors())) {
        const TensorView before = find_parameter(run, after.name);
        changes.push_back({after.name, std::sqrt(square_of(before)), change_of(before, after.tensor)});
    }
    std::ranges::stable_sort(changes, std::ranges::greater{}, &ChangedParameter::relative);
    return changes;
}

UpdateReadings read(const Run& run) {
    UpdateReadings readings;
    Size count = 0;
    double squares = 0;
    for (const ParameterView& gradient : list_parameters(*run.gradients->parameters)) {
        squares += square_of(gradient.tensor);
        count += gradient.tensor.layout.count();
    }
    readings.gradient_norm = update_basis_of(run).gradient_norm.value_or(std::sqrt(squares));
    if (count <= most_parameters) readings.by_change = changes_of(run, readings.gradient_norm);
    return readings;
}

double cell_of(const Parameters& parameters, const std::string& name, const Index& index) {
    for (const ParameterView& parameter : list_parameters(parameters)) {
        if (parameter.name == name) return parameter.tensor.at(index);
    }
    return 0;
}

}  // namespace

const UpdateReadings* update_readings(const Run& run) {
    if (!run.gradients || run.difference || forgets_memory(run)) return nullptr;
    KeptUpdate& kept = run.of<KeptUpdate>();
    if (kept.of != run.gradients || kept.from != run.update)
        kept = {.of = run.gradients, .from = run.update, .readings = read(run)};
    return &kept.readings;
}

std::optional<UpdateExplanation> update_of(const Run& run, const std::string& parameter, const Index& index) {
    const UpdateReadings* readings = update_readings(run);
    const TensorView weight = find_parameter(run, parameter);
    if (!readings || !weight.present() || !find_gradient(run, parameter).present()) return std::nullopt;
    const UpdateBasis basis = update_basis_of(run);
    OptimizedCell cell{.parameter = weight.at(index), .gradient = find_gradient(run, parameter).at(index)};
    if (basis.memory) {
        cell.first_moment = cell_of(basis.memory->first_moment.tensors(), parameter, index);
        cell.second_moment = cell_of(basis.memory->second_moment.tensors(), parameter, index);
    }
    return explain_update(basis.options, run.model->configuration.d_model, report_of(basis, readings->gradient_norm), cell);
}

std::string update_words(const Run& run) {
    if (run.difference) return "A difference of two runs has no parameters of its own: nothing is updated.";
    if (forgets_memory(run)) return "The state of the optimiser was not saved for this moment, so its next step cannot be shown.";
    const UpdateBasis basis = update_basis_of(run);
    const std::string of = fmt::format("{} at rate {}", name_of(basis.options.optimizer.kind), update_number(basis.rate));
    if (!run.update)
        return fmt::format("The optimiser updates the parameters: the first step of {}, if these sentences are the batch.", of);
    return fmt::format("The optimiser updates the parameters: step {} of this training, {}{}.", basis.step, of,
                       basis.of_shown_batch ? "" : ", if the shown sentences were its batch");
}

std::string change_words(const UpdateExplanation& explanation) {
    return update_number(explanation.before.parameter) + " → " + update_number(explanation.after.parameter);
}

}  // namespace vitrine
