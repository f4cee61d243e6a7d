#include "core/tensor/memory.h"

#include <doctest/doctest.h>

#include "core/tensor/tensor.h"
#include "tests/counted.h"

namespace vitrine::memory_test {

TEST_CASE("where the system says what is free, more is refused before it is taken, and the tensor stays as it was") {
    const std::optional<Size> free = free_memory();
    if (!free) return;
    const tests::Counted checks(6);
    Tensor tensor{Axis::batch, Axis::feature};
    tensor.resize({1, 3});
    tensor.fill(7);
    const Size cells = *free / static_cast<Size>(sizeof(Scalar)) + (Size{1} << 28);
    CHECK_THROWS_AS(tensor.resize({1, cells}), MemoryShortage);
    CHECK(tensor.count() == 3);
    CHECK(tensor.size(1) == 3);
    CHECK(tensor.at({0, 2}) == 7);
    Tensor other = tensor;
    other.share(tensor);
    CHECK_THROWS_AS(other.resize({1, cells}), MemoryShortage);
    CHECK(other.at({0, 1}) == 7);
}

TEST_CASE("a little memory is not asked for") {
    CHECK_NOTHROW(require_memory(0));
    CHECK_NOTHROW(require_memory(1 << 20));
}

TEST_CASE("a shortage says how much is needed and how much is free") {
    const MemoryShortage shortage(3'240'000'000, 1'060'000'000);
    CHECK(std::string(shortage.what()) == "3.2 GB more are needed, and 1.1 GB are free");
    CHECK(shortage_text("too large", shortage) == "too large: 3.2 GB more are needed, and 1.1 GB are free");
    CHECK(shortage_text("too large", std::bad_alloc()) == "too large");
}

}  // namespace vitrine::memory_test
