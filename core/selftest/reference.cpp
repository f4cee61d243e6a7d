/// A run, forward and backward, against what PyTorch has computed for the same model.

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/files/program.h"
#include "core/io/open_model.h"
#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// The folder with the model, and with what PyTorch has recorded of it. Nothing: it did not come with the program.
std::optional<fs::path> reference_folder() {
    std::error_code unreadable;
    for (const fs::path& folder : data_folders("goldens/navigation", "tests/goldens/navigation"))
        if (fs::is_directory(folder, unreadable)) return folder;
    return std::nullopt;
}

SelfTestResult without_reference() {
    SelfTestResult result;
    result.skipped = "what PyTorch has computed did not come with this program";
    return result;
}

Model reference_model(const fs::path& folder) { return open_model({.folder = folder, .batch = folder / "batch.json"}); }

/// Whether PyTorch's modules give a tensor out: neither the statistics of a norm nor the labels are.
bool is_recorded(const std::string& path) { return !path.ends_with(".mean") && !path.ends_with(".deviation") && path != "labels"; }

/// Throws Error unless the file has this tensor.
void require(const StoredTensors& stored, const std::string& name) {
    if (!stored.find(name)) throw Error("what PyTorch has computed lacks " + name);
}

Trace trace_of(const Model& model, const Activations& activations) {
    return make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
}

}  // namespace

SelfTestResult check_reference_tensors(const Computation& computation) {
    Comparisons comparisons("numbers", 1e-5);
    const auto folder = reference_folder();
    if (!folder) return without_reference();
    const Model model = reference_model(*folder);
    Activations activations;
    computation.forward({model.configuration, model.parameters, model.batch}, activations);
    const Trace trace = trace_of(model, activations);
    const StoredTensors stored = computation.read_tensors(*folder / "trace.safetensors");
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (trace.tensors[i].present() && !info.is_view && is_recorded(info.path)) require(stored, info.path);
    }
    for (const auto& tensor : stored.tensors)
        compare(tensor.first, numbers_of(trace.find(tensor.first)), numbers_of(stored, tensor.first), comparisons);
    return comparisons.take();
}

SelfTestResult check_reference_gradients(const Computation& computation) {
    constexpr std::string_view of_parameter = "parameters.";
    Comparisons comparisons("numbers", 2e-6);
    const auto folder = reference_folder();
    if (!folder) return without_reference();
    const Model model = reference_model(*folder);
    Activations activations, d;
    Parameters gradients = make_parameters(model.configuration);
    const Pass pass{model.configuration, model.parameters, model.batch};
    computation.forward(pass, activations);
    computation.backward(pass, activations, {d, gradients});
    const Trace trace = trace_of(model, d);
    const std::vector<ParameterView> parameters = list_parameters(gradients);
    const StoredTensors stored = computation.read_tensors(*folder / "gradients.safetensors");
    const auto find = [&](const std::string& name) {
        if (!name.starts_with(of_parameter)) return trace.find(name);
        const auto found = std::ranges::find(parameters, name.substr(of_parameter.size()), &ParameterView::name);
        return found == parameters.end() ? TensorView{} : found->tensor;
    };
    for (const auto& tensor : stored.tensors)
        compare(tensor.first, numbers_of(find(tensor.first)), numbers_of(stored, tensor.first), comparisons);
    for (const ParameterView& parameter : parameters) require(stored, std::string(of_parameter) + parameter.name);
    return comparisons.take();
}

}  // namespace vitrine
