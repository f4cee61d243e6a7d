#pragma once
/// Tensors as stored in files: a name, a type, a shape and bytes.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// The type of one number, in the order of safetensors' names F64, F32, BF16, F16, I64, I32, I16, I8, U8 and BOOL.
enum class StoredType : std::uint8_t { f64, f32, bf16, f16, i64, i32, i16, i8, u8, boolean };

std::string_view name(StoredType type);
std::optional<StoredType> stored_type(std::string_view name);
Size bytes_of(StoredType type);
bool is_floating(StoredType type);

struct StoredTensor {
    StoredType type = StoredType::f32;
    std::vector<Size> shape;
    std::span<const char> bytes;  ///< row-major, little-endian, not aligned; the size fits type and shape

    Size count() const;
};

/// The tensors of a file, by name. Copies share the file's bytes.
struct StoredTensors {
    std::shared_ptr<const void> content;  ///< keeps the bytes
    std::map<std::string, StoredTensor> tensors;
    std::map<std::string, std::string> metadata{};  ///< strings stored beside the tensors

    const StoredTensor* find(const std::string& name) const;  ///< null if there is none
};

/// "18×32"; "a single number" for an empty shape.
std::string shape_text(std::span<const Size> shape);

/// Converts the tensor's numbers to T, which is float, double, std::int32_t or std::uint8_t. NaN and ∞ are kept. Requires: `to` has
/// room for count() numbers.
template <class T>
void copy_numbers(const StoredTensor& from, T* to);

}  // namespace vitrine
