#include "core/foreign/foreign_tensor.h"

#include <cstring>

#include <doctest/doctest.h>

namespace vitrine::foreign_tensor_test {

namespace {

/// Numbers that are not aligned in memory: a single byte precedes them.
class Storage {
public:
    explicit Storage(Size count) : bytes_(1 + 4 * static_cast<std::size_t>(count), 'x') {
        for (Size i = 0; i < count; ++i) {
            const float number = number_at(i);
            std::memcpy(bytes_.data() + 1 + 4 * i, &number, 4);
        }
    }

    static float number_at(Size place) { return 0.5F + static_cast<float>(place); }
    std::span<const char> span() const { return std::span<const char>(bytes_).subspan(1); }

private:
    std::vector<char> bytes_;
};

/// The numbers read one by one, by the definition of strides.
std::vector<Scalar> plainly(const ForeignTensor& tensor, bool turned) {
    std::vector<Scalar> numbers;
    const int outer = turned ? 1 : 0, inner = 1 - outer;
    const auto at = [&](const std::vector<Size>& of, int axis) { return of[static_cast<std::size_t>(axis)]; };
    for (Size i = 0; i < at(tensor.shape, outer); ++i) {
        for (Size j = 0; j < at(tensor.shape, inner); ++j) {
            const Size place = tensor.offset + i * at(tensor.strides, outer) + j * at(tensor.strides, inner);
            numbers.push_back(Storage::number_at(place));
        }
    }
    return numbers;
}

void check_both_ways(const ForeignTensor& tensor) {
    CAPTURE(tensor.shape[0]);
    CAPTURE(tensor.shape[1]);
    CHECK(numbers_of(tensor) == plainly(tensor, false));
    CHECK(numbers_of(tensor, {0, 1}) == plainly(tensor, false));
    CHECK(numbers_of(tensor, {1, 0}) == plainly(tensor, true));
}

}  // namespace

TEST_CASE("a matrix of any size comes as it is stored, and turned") {
    const Storage storage(60 * 60);
    for (const Size height : {1, 2, 15, 16, 17, 33, 50})
        for (const Size width : {1, 3, 16, 31, 50})
            check_both_ways({StoredType::f32, {height, width}, {width, 1}, 7, storage.span()});
}

TEST_CASE("so does one that is stored in columns, and one that is a part of rows that lie further apart") {
    const Storage storage(60 * 60);
    check_both_ways({StoredType::f32, {19, 35}, {1, 19}, 2, storage.span()});
    check_both_ways({StoredType::f32, {19, 35}, {40, 1}, 3, storage.span()});
    check_both_ways({StoredType::f32, {19, 35}, {90, 2}, 5, storage.span()});
}

TEST_CASE("a turned matrix of halves has their numbers") {
    // 1, 2, 3, 4, 5 and 6 in binary16 and in bfloat16, as IEEE 754 and the upper halves of floats have them.
    const std::vector<std::uint16_t> halves{0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    const std::vector<std::uint16_t> brains{0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0, 0x40c0};
    for (const auto& [type, bits] : {std::pair{StoredType::f16, halves}, std::pair{StoredType::bf16, brains}}) {
        const std::span bytes(reinterpret_cast<const char*>(bits.data()), 12);
        CHECK(numbers_of({type, {2, 3}, {3, 1}, 0, bytes}, {1, 0}) == std::vector<Scalar>{1, 4, 2, 5, 3, 6});
    }
}

}  // namespace vitrine::foreign_tensor_test
