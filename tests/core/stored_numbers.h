#pragma once
/// Tensors and what files hold of them as plain lists of numbers, to be compared.

#include <vector>

#include "core/files/stored_tensor.h"
#include "core/tensor/tensor.h"

namespace vitrine::tests {

inline std::vector<double> numbers(const StoredTensor& tensor) {
    std::vector<double> result(static_cast<std::size_t>(tensor.count()));
    copy_numbers(tensor, result.data());
    return result;
}

inline std::vector<double> numbers(const TensorView& tensor) {
    std::vector<double> result;
    for (Size i = 0; i < tensor.layout.count(); ++i) result.push_back(tensor.at(index_of(tensor.layout, i)));
    return result;
}

}  // namespace vitrine::tests
