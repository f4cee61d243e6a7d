#include "core/family/family_parameters.h"

namespace vitrine {

namespace {

/// The rows of a parameter that a tensor of the folder holds, as they are stored there.
TensorView part_of(const Tensor& parameter, const FamilyTensor& tensor) {
    TensorView part = view(parameter);
    if (tensor.rows >= 0) {
        part.layout.shape[0] = tensor.rows;
        part.data = parameter.data() + tensor.first * parameter.layout().strides[0];
    }
    return tensor.transposed ? transposed(part, 0, 1) : part;
}

}  // namespace

std::vector<ParameterView> family_parameters(const Parameters& parameters, const FamilyModel& model, Buffers buffers) {
    std::vector<ParameterView> list;
    for (const FamilyTensor& tensor : model.tensors) {
        if (tensor.is_buffer && buffers == Buffers::without) continue;
        visit_tensor(
            tensor.parameter,
            [&](const Tensor& parameter) {
                if (!parameter.empty()) list.push_back({tensor.name, part_of(parameter, tensor)});
            },
            parameters);
    }
    return list;
}

}  // namespace vitrine
