/// Numbers as bfloat16: what IEEE 754's rounding makes of a float of which the upper half is kept, worked out by hand.

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/files/safetensors.h"
#include "tests/core/io/helpers.h"

namespace vitrine::bfloat16_test {
using namespace vitrine::test;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The number that a bfloat16 is.
float number_of(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

/// All exponent bits are set, and some of the fraction.
bool is_nan(std::uint16_t bits) { return (bits & 0x7f80) == 0x7f80 && (bits & 0x007f) != 0; }

}  // namespace

TEST_CASE("a bfloat16 is a float's sign, exponent and first seven bits of fraction") {
    CHECK(bfloat16_of(0.0f) == 0x0000);
    CHECK(bfloat16_of(-0.0f) == 0x8000);
    CHECK(bfloat16_of(1.0f) == 0x3f80);
    CHECK(bfloat16_of(-3.0f) == 0xc040);
    CHECK(bfloat16_of(0.15625f) == 0x3e20);                         // 1.25 · 2⁻³
    CHECK(bfloat16_of(std::ldexp(1.0f, -126)) == 0x0080);           // the smallest normal number
    CHECK(bfloat16_of(std::ldexp(1.0f, -133)) == 0x0001);           // the smallest of all
    CHECK(bfloat16_of(std::ldexp(2.0f - 0x1p-7f, 127)) == 0x7f7f);  // the largest
}

TEST_CASE("a number between two bfloat16s becomes the nearer, and half-way the one that ends in 0") {
    CHECK(bfloat16_of(1 + 0x1p-8f) == 0x3f80);                 // half-way, 1 is even
    CHECK(bfloat16_of(1 + 0x1p-8f + 0x1p-23f) == 0x3f81);      // a bit more than half
    CHECK(bfloat16_of(1 + 3 * 0x1p-8f) == 0x3f82);             // half-way, 1 + 2⁻⁶ is even
    CHECK(bfloat16_of(1 + 3 * 0x1p-8f - 0x1p-23f) == 0x3f81);  // a bit less than half
    CHECK(bfloat16_of(-1 - 3 * 0x1p-8f) == 0xbf82);
    CHECK(bfloat16_of(2 - 0x1p-8f) == 0x4000);             // the fraction carries into the exponent
    CHECK(bfloat16_of(std::ldexp(1.0f, -134)) == 0x0000);  // half of the smallest
    CHECK(bfloat16_of(std::ldexp(3.0f, -134)) == 0x0002);  // one and a half of it
    CHECK(bfloat16_of(std::ldexp(1.0f, -149)) == 0x0000);
    CHECK(bfloat16_of(std::numeric_limits<float>::max()) == 0x7f80);  // nearer to what would be 2¹²⁸
    CHECK(number_of(bfloat16_of(0.1f)) == 0x1.9ap-4f);
}

TEST_CASE("infinities and NaN stay what they are") {
    CHECK(bfloat16_of(infinity) == 0x7f80);
    CHECK(bfloat16_of(-infinity) == 0xff80);
    CHECK(is_nan(bfloat16_of(std::numeric_limits<float>::quiet_NaN())));
    CHECK(is_nan(bfloat16_of(std::bit_cast<float>(0x7f800001u))));  // only the lower half tells it from ∞
    CHECK(is_nan(bfloat16_of(std::bit_cast<float>(0xffffffffu))));
}

TEST_CASE("tensors are written as BF16 where that is asked for, between those of four bytes and of one, and read back") {
    Tensor half{Axis::item}, whole{Axis::item};
    half.resize({3});
    half.at({0}) = Scalar(1 + 0x1p-8f), half.at({1}) = Scalar(-infinity), half.at({2}) = Scalar(0.15625f);
    whole.resize({1});
    whole.at({0}) = Scalar(1 + 0x1p-8f);
    MaskTensor mask{Axis::item};
    mask.resize({1});
    mask.fill(1);
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "x.safetensors";
    write_safetensors(path, {{"mask", view(mask)}, {"half", view(half), true}, {"whole", view(whole)}});
    const StoredTensors stored = read_safetensors(path);
    REQUIRE(stored.find("half"));
    CHECK(stored.find("half")->type == StoredType::bf16);
    CHECK(stored.find("half")->bytes.size() == 6);
    CHECK(std::memcmp(stored.find("half")->bytes.data(), "\x80\x3f\x80\xff\x20\x3e", 6) == 0);
    float numbers[3] = {};
    copy_numbers(*stored.find("half"), numbers);
    CHECK(numbers[0] == 1);
    CHECK(numbers[1] == -infinity);
    CHECK(numbers[2] == 0.15625f);
    CHECK(stored.find("whole")->type == StoredType::f32);
    CHECK(stored.find("whole")->bytes.data() < stored.find("half")->bytes.data());
    CHECK(stored.find("half")->bytes.data() < stored.find("mask")->bytes.data());
}

}  // namespace vitrine::bfloat16_test
