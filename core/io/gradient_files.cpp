#include "core/io/gradient_files.h"

#include "core/io/parameters_file.h"
#include "core/io/safetensors.h"
#include "core/tensor/error.h"

namespace vitrine {

std::vector<NamedTensor> named_gradients(const Activations& activations, const Parameters& parameters) {
    std::vector<NamedTensor> tensors;
    const auto append = [&](const std::string& path, const auto& tensor) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(tensor)>, Tensor>) {
            if (!tensor.empty()) tensors.push_back({path, view(tensor)});
        }
    };
    for_each_tensor("", append, activations);
    for (NamedTensor& tensor : named_parameters(parameters, "parameters.")) tensors.push_back(std::move(tensor));
    return tensors;
}

void save_gradients(const Configuration& configuration, const Parameters& parameters, const Batch& batch,
                    const std::filesystem::path& path) {
    if (batch.labels.empty()) throw Error("the batch has no labels: without them there is no loss, and no gradient of it");
    const Pass pass{configuration, parameters, batch};
    Activations activations, gradients;
    Parameters parameter_gradients = make_parameters(configuration);
    forward(pass, activations);
    backward(pass, activations, {gradients, parameter_gradients});
    write_safetensors(path, named_gradients(gradients, parameter_gradients));
}

}  // namespace vitrine
