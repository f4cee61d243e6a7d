#include "core/model/parameter_names.h"

namespace vitrine {

namespace {

/// The rows of a parameter that a tensor of the folder holds, as they are stored there.
TensorView part_of(const Tensor& parameter, const ParameterName& name) {
    TensorView part = view(parameter);
    if (name.rows >= 0) {
        part.layout.shape[0] = name.rows;
        part.data = parameter.data() + name.first * parameter.layout().strides[0];
    }
    return name.transposed ? transposed(part, 0, 1) : part;
}

}  // namespace

std::vector<ParameterView> list_parameters(const Parameters& parameters, const ParameterNames& names, Buffers buffers) {
    if (names.empty()) return list_parameters(parameters);
    std::vector<ParameterView> list;
    for (const ParameterName& name : names) {
        if (name.is_buffer && buffers == Buffers::without) continue;
        visit_tensor(
            name.parameter,
            [&](const Tensor& parameter) {
                if (!parameter.empty()) list.push_back({name.name, part_of(parameter, name)});
            },
            parameters);
    }
    return list;
}

}  // namespace vitrine
