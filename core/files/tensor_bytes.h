#pragma once
/// Tensors in the form in which files store them: float32 in every build, bfloat16 where that is asked for, int32 or uint8, and
/// row-major, whatever their order in memory.

#include <cstdint>
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
    TensorView tensor;         ///< Requires: it is present()
    bool as_bfloat16 = false;  ///< safetensors: its numbers take half the bytes, as BF16; other files: no effect
};

/// "float32", "int32" or "uint8".
std::string_view file_type_name(ElementType type);

/// The size of a tensor in a file, in bytes.
Size file_size(const TensorView& tensor);

/// The bfloat16 that is nearest to a number, as its bits: a float's sign, its exponent and the first 7 bits of its fraction. Of two
/// that are equally near, the one whose last bit is 0, as IEEE 754 rounds. Numbers beyond the largest become ∞, NaN stays NaN.
std::uint16_t bfloat16_of(float number);

/// The numbers of a tensor as bfloat16, row-major, 2 bytes each. Requires: they are scalars.
std::string bfloat16_bytes(const TensorView& tensor);

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
