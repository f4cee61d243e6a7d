/// A run, forward and backward, against what PyTorch has computed for the same model.

#include <algorithm>
#include <filesystem>

#include "core/files/problem.h"
#include "core/files/program.h"
#include "core/io/open_model.h"
#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// The folder with the model, and with what PyTorch has recorded of it.
fs::path reference_folder() {
    std::error_code unreadable;
    for (const fs::path& folder : data_folders("goldens/navigation", "tests/goldens/navigation"))
        if (fs::is_directory(folder, unreadable)) return folder;
    throw Error("the reference of PyTorch is not there");
}

/// All numbers of a tensor against those of its namesake in the file.
void compare(const std::string& name, const TensorView& ours, const StoredTensor& theirs, Comparisons& comparisons) {
    if (!ours.present() || ours.layout.count() != theirs.count()) return comparisons.add(1, [&] { return name + " is missing"; });
    std::vector<double> numbers(static_cast<std::size_t>(theirs.count()));
    copy_numbers(theirs, numbers.data());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Index index = index_of(ours.layout, static_cast<Size>(i));
        comparisons.add(difference_of(ours.at(index), numbers[i]), [&] { return cell_words(name, ours.layout, index); });
    }
}

Model reference_model() {
    const fs::path folder = reference_folder();
    return open_model({.folder = folder, .batch = folder / "batch.json"});
}

Trace trace_of(const Model& model, const Activations& activations) {
    return make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
}

}  // namespace

SelfTestResult check_reference_tensors(const Computation& computation) {
    Comparisons comparisons("numbers", 1e-4);
    const Model model = reference_model();
    Activations activations;
    computation.forward({model.configuration, model.parameters, model.batch}, activations);
    const Trace trace = trace_of(model, activations);
    const StoredTensors stored = computation.read_tensors(reference_folder() / "trace.safetensors");
    for (const auto& [name, tensor] : stored.tensors) compare(name, trace.find(name), tensor, comparisons);
    return comparisons.take();
}

SelfTestResult check_reference_gradients(const Computation& computation) {
    constexpr std::string_view of_parameter = "parameters.";
    Comparisons comparisons("numbers", 1e-4);
    const Model model = reference_model();
    Activations activations, d;
    Parameters gradients = make_parameters(model.configuration);
    const Pass pass{model.configuration, model.parameters, model.batch};
    computation.forward(pass, activations);
    computation.backward(pass, activations, {d, gradients});
    const Trace trace = trace_of(model, d);
    const std::vector<ParameterView> parameters = list_parameters(gradients);
    const StoredTensors stored = computation.read_tensors(reference_folder() / "gradients.safetensors");
    for (const auto& [name, tensor] : stored.tensors) {
        if (!name.starts_with(of_parameter)) {
            compare(name, trace.find(name), tensor, comparisons);
            continue;
        }
        const auto found = std::ranges::find(parameters, name.substr(of_parameter.size()), &ParameterView::name);
        compare(name, found == parameters.end() ? TensorView{} : found->tensor, tensor, comparisons);
    }
    return comparisons.take();
}

}  // namespace vitrine
