#pragma once
/// Tensors in the form in which files store them: float32 in every build, int32 or uint8, and row-major, whatever their order in
/// memory.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Texts stored beside the tensors of a file, by name.
using Metadata = std::map<std::string, std::string>;

struct NamedTensor {
    std::string name;
    TensorView tensor;  ///< Requires: it is present()
};

/// "float32", "int32" or "uint8".
std::string_view file_type_name(ElementType type);

/// The size of a tensor in a file, in bytes.
Size file_size(const TensorView& tensor);

/// The bytes of a tensor as files store them: the tensor's own memory if it has that form, otherwise a converted copy.
class TensorBytes {
public:
    explicit TensorBytes(const TensorView& tensor);
    TensorBytes(const TensorBytes&) = delete;
    TensorBytes& operator=(const TensorBytes&) = delete;
    TensorBytes(TensorBytes&&) = default;  // moving a vector keeps its memory

    std::string_view bytes() const { return bytes_; }

private:
    std::vector<char> gathered_;
    std::string_view bytes_;
};

}  // namespace vitrine
