#pragma once
/// Tensors on their way into a file: float32 in every build, int32 or uint8, row-major whatever the order in memory.

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

struct NamedTensor {
    std::string name;
    TensorView tensor;  ///< present
};

/// "float32", "int32" or "uint8".
std::string_view file_type_name(ElementType type);

/// How many bytes a tensor takes in a file.
Size file_size(const TensorView& tensor);

/// A tensor's bytes as a file holds them: the tensor's own memory where that is already so, otherwise gathered into a copy.
class TensorBytes {
public:
    explicit TensorBytes(const TensorView& tensor);
    TensorBytes(const TensorBytes&) = delete;
    TensorBytes& operator=(const TensorBytes&) = delete;
    TensorBytes(TensorBytes&&) = default;  // a vector keeps its memory when it is moved

    std::string_view bytes() const { return bytes_; }

private:
    std::vector<char> gathered_;
    std::string_view bytes_;
};

}  // namespace vitrine
