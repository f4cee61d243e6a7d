#include "core/export/gradient_files.h"

#include "core/export/trace_files.h"
#include "core/export/trace_metadata.h"
#include "core/tensor/error.h"

namespace vitrine {

std::vector<NamedTensor> named_gradients(const Activations& activations, const Parameters& parameters,
                                         const ParameterNames& names) {
    std::vector<NamedTensor> tensors;
    const auto append = [&](const std::string& path, const auto& tensor) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(tensor)>, Tensor>) {
            if (!tensor.empty()) tensors.push_back({path, view(tensor)});
        }
    };
    for_each_tensor("", append, activations);
    for (const ParameterView& parameter : list_parameters(parameters, names, Buffers::without))
        tensors.push_back({"parameters." + parameter.name, parameter.tensor});
    return tensors;
}

void save_gradients(const Pass& pass, const Activations& activations, const std::filesystem::path& path,
                    const ParameterNames& names) {
    if (pass.batch.labels.empty()) throw Error("the batch has no labels: without them there is no loss, and no gradient of it");
    Activations gradients;
    Parameters parameter_gradients = make_parameters(pass.configuration);
    backward(pass, activations, {gradients, parameter_gradients});
    const std::vector<NamedTensor> tensors = named_gradients(gradients, parameter_gradients, names);
    const Metadata metadata = trace_metadata(tensors, pass.configuration, pass.batch);
    const TraceFormat format = path.extension() == ".npz"    ? TraceFormat::npz
                               : path.extension() == ".json" ? TraceFormat::json
                                                             : TraceFormat::safetensors;
    save_tensors(tensors, format, path, {}, metadata);
}

}  // namespace vitrine
