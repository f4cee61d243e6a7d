#include "core/files/stored_tensor.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

namespace vitrine {

namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian and are copied as they are");

struct TypeFacts {
    std::string_view name;
    Size bytes;
    bool floating;
};

constexpr std::array<TypeFacts, 10> facts{{{"F64", 8, true},
                                           {"F32", 4, true},
                                           {"BF16", 2, true},
                                           {"F16", 2, true},
                                           {"I64", 8, false},
                                           {"I32", 4, false},
                                           {"I16", 2, false},
                                           {"I8", 1, false},
                                           {"U8", 1, false},
                                           {"BOOL", 1, false}}};

const TypeFacts& facts_of(StoredType type) { return facts[static_cast<std::size_t>(type)]; }

/// The upper half of a float.
struct BFloat16 {
    std::uint16_t bits;
    operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

/// IEEE's binary16: a sign, five bits of exponent, ten of fraction.
struct Float16 {
    std::uint16_t bits;
    operator float() const {
        const std::uint32_t sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
        // With its bits moved to the places of a float, the number is too small by 2¹¹², the difference of the exponent biases.
        // Exponent 31 means ∞ or NaN.
        if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112f));
    }
};

template <class From, class To>
void convert(std::span<const char> bytes, To* to) {
    if constexpr (std::is_same_v<From, To>) {
        if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
        return;
    }
    for (std::size_t i = 0; i * sizeof(From) < bytes.size(); ++i) {
        From value;
        std::memcpy(&value, bytes.data() + i * sizeof(From), sizeof(From));
        to[i] = static_cast<To>(value);
    }
}

}  // namespace

std::string_view name(StoredType type) { return facts_of(type).name; }
Size bytes_of(StoredType type) { return facts_of(type).bytes; }
bool is_floating(StoredType type) { return facts_of(type).floating; }

std::optional<StoredType> stored_type(std::string_view name) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
        if (facts[i].name == name) return static_cast<StoredType>(i);
    }
    return std::nullopt;
}

Size StoredTensor::count() const { return static_cast<Size>(bytes.size()) / bytes_of(type); }

const StoredTensor* StoredTensors::find(const std::string& name) const {
    const auto found = tensors.find(name);
    return found == tensors.end() ? nullptr : &found->second;
}

std::string shape_text(std::span<const Size> shape) {
    if (shape.empty()) return "a single number";
    std::string text;
    for (const Size size : shape) text += (text.empty() ? "" : "×") + std::to_string(size);
    return text;
}

template <class T>
void copy_numbers(const StoredTensor& from, T* to) {
    switch (from.type) {
        case StoredType::f64:
            return convert<double>(from.bytes, to);
        case StoredType::f32:
            return convert<float>(from.bytes, to);
        case StoredType::bf16:
            return convert<BFloat16>(from.bytes, to);
        case StoredType::f16:
            return convert<Float16>(from.bytes, to);
        case StoredType::i64:
            return convert<std::int64_t>(from.bytes, to);
        case StoredType::i32:
            return convert<std::int32_t>(from.bytes, to);
        case StoredType::i16:
            return convert<std::int16_t>(from.bytes, to);
        case StoredType::i8:
            return convert<std::int8_t>(from.bytes, to);
        default:
            return convert<std::uint8_t>(from.bytes, to);
    }
}

template void copy_numbers(const StoredTensor&, float*);
template void copy_numbers(const StoredTensor&, double*);
template void copy_numbers(const StoredTensor&, std::int32_t*);
template void copy_numbers(const StoredTensor&, std::uint8_t*);

}  // namespace vitrine
