#include "core/files/tensor_bytes.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/tensor/cell_blocks.h"

namespace vitrine {

namespace {

/// Writes the cells in row-major order, converted to To.
template <class To, class From>
void gather(const Layout& layout, const From* from, char* to) {
    Index size{1, 1, 1, 1}, stride{};
    const int missing = max_rank - layout.rank;
    for (int axis = 0; axis < layout.rank; ++axis) {
        size[missing + axis] = layout.shape[axis];
        stride[missing + axis] = layout.strides[axis];
    }
    for (Size a = 0; a < size[0]; ++a) {
        for (Size b = 0; b < size[1]; ++b) {
            for (Size c = 0; c < size[2]; ++c) {
                const From* row = from + a * stride[0] + b * stride[1] + c * stride[2];
                for (Size d = 0; d < size[3]; ++d, to += sizeof(To)) {
                    const To value = static_cast<To>(row[d * stride[3]]);
                    std::memcpy(to, &value, sizeof(To));
                }
            }
        }
    }
}

/// Reads fetched cells, which are returned as floats, whatever their type.
template <class To>
void fetch(const TensorView& tensor, char* to) {
    for_each_block(tensor, [to](Size first, std::span<const float> cells) {
        char* at = to + static_cast<std::size_t>(first) * sizeof(To);
        for (const float cell : cells) {
            const To value = static_cast<To>(cell);
            std::memcpy(at, &value, sizeof(To));
            at += sizeof(To);
        }
        return true;
    });
}

void fetch(const TensorView& tensor, char* to) {
    if (tensor.type == ElementType::index) return fetch<std::int32_t>(tensor, to);
    tensor.type == ElementType::mask ? fetch<std::uint8_t>(tensor, to) : fetch<float>(tensor, to);
}

bool needs_conversion(ElementType type) { return type == ElementType::scalar && sizeof(Scalar) != sizeof(float); }

}  // namespace

std::string_view file_type_name(ElementType type) {
    if (type == ElementType::index) return "int32";
    return type == ElementType::mask ? "uint8" : "float32";
}

Size file_size(const TensorView& tensor) { return tensor.layout.count() * (tensor.type == ElementType::mask ? 1 : 4); }

std::uint16_t bfloat16_of(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    constexpr std::uint32_t infinity = 0x7f800000u, quiet = 0x40u;
    // A NaN whose fraction has bits in the lower half only would become ∞.
    if ((bits & 0x7fffffffu) > infinity) return static_cast<std::uint16_t>(bits >> 16 | quiet);
    const std::uint32_t last = bits >> 16 & 1u;
    return static_cast<std::uint16_t>((bits + 0x7fffu + last) >> 16);
}

std::string bfloat16_bytes(const TensorView& tensor) {
    const TensorBytes whole(tensor);
    const std::string_view from = whole.bytes();
    std::string to(from.size() / 2, '\0');
    for (std::size_t i = 0; i < from.size() / sizeof(float); ++i) {
        float number = 0;
        std::memcpy(&number, from.data() + i * sizeof(float), sizeof(float));
        const std::uint16_t bits = bfloat16_of(number);
        std::memcpy(to.data() + i * sizeof bits, &bits, sizeof bits);
    }
    return to;
}

TensorBytes::TensorBytes(const TensorView& tensor) {
    const auto size = static_cast<std::size_t>(file_size(tensor));
    if (!tensor.fetched && tensor.layout.is_row_major() && !needs_conversion(tensor.type)) {
        bytes_ = {static_cast<const char*>(tensor.data), size};
        return;
    }
    gathered_.resize(size);
    if (tensor.fetched) {
        fetch(tensor, gathered_.data());
    } else if (tensor.type == ElementType::scalar) {
        gather<float>(tensor.layout, static_cast<const Scalar*>(tensor.data), gathered_.data());
    } else if (tensor.type == ElementType::index) {
        gather<std::int32_t>(tensor.layout, static_cast<const std::int32_t*>(tensor.data), gathered_.data());
    } else {
        gather<std::uint8_t>(tensor.layout, static_cast<const std::uint8_t*>(tensor.data), gathered_.data());
    }
    bytes_ = {gathered_.data(), size};
}

}  // namespace vitrine
