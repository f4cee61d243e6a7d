#include "core/tensor/tensor.h"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include <doctest/doctest.h>

#include "tests/core/approximately.h"
#include "tests/core/fetched_tensor.h"

namespace vitrine::tensor_test {
using namespace vitrine::tests;

TEST_CASE("a tensor has axes from the start and cells once it has sizes") {
    Tensor tensor(Axis::position, Axis::feature);
    CHECK(tensor.empty());
    CHECK(tensor.layout().axes[1] == Axis::feature);
    CHECK_FALSE(view(tensor).present());
    tensor.resize({2, 3});
    CHECK(tensor.count() == 6);
    CHECK(tensor.size(1) == 3);
    CHECK(view(tensor).present());
}

TEST_CASE("a tensor takes one size for each of its axes") {
    Tensor tensor(Axis::position, Axis::feature);
    CHECK_THROWS_AS(tensor.resize({2}), std::logic_error);
    CHECK_THROWS_AS(tensor.resize({2, 3, 4}), std::logic_error);
}

TEST_CASE("memory begins on a cache line and is kept when a tensor shrinks, is cleared or keeps its size") {
    Tensor tensor(Axis::position, Axis::feature);
    tensor.resize({5, 7});
    const Scalar* memory = tensor.data();
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0);
    tensor.resize({5, 7});
    tensor.resize({7, 5});
    tensor.resize({2, 2});
    tensor.clear();
    CHECK(tensor.empty());
    CHECK(tensor.layout().count() == 0);
    tensor.resize({5, 7});
    CHECK(tensor.data() == memory);
}

TEST_CASE("a tensor of equal sizes but another order is laid out anew") {
    Tensor tensor(Axis::batch, Axis::head, Axis::query, Axis::feature);
    tensor.resize({1, 2, 3, 4});
    tensor.resize({1, 2, 3, 4}, Order::heads_together);
    CHECK(tensor.layout().strides[1] == 4);
    CHECK(tensor.layout().strides[2] == 8);
}

TEST_CASE("a view reads floats, indices and masks alike") {
    const Tensor floats = tensor_of({2}, {1.5, -2}, Axis::feature);
    IndexTensor indices(Axis::position);
    indices.resize({2});
    indices.fill(-7);
    MaskTensor mask(Axis::key);
    mask.resize({2});
    mask.fill(1);
    CHECK(view(floats).at({1}) == -2);
    CHECK(view(indices).at({1}) == -7);
    CHECK(view(mask).at({0}) == 1);
    CHECK(view(indices).type == ElementType::index);
    CHECK(view(mask).type == ElementType::mask);
}

TEST_CASE("the transposed view shares the tensor's memory") {
    Tensor key = tensor_of({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}, Axis::batch, Axis::head, Axis::key, Axis::feature);
    const TensorView transposed = vitrine::transposed(view(key), 2, 3);
    CHECK(transposed.layout.axes[2] == Axis::feature);
    CHECK(transposed.at({0, 0, 2, 1}) == 6);
    key.at({0, 0, 1, 2}) = 60;
    CHECK(transposed.at({0, 0, 2, 1}) == 60);
}

TEST_CASE("tensors that share memory are the same until one takes other sizes, is assigned to, or wants its own") {
    const auto shared = [](auto&& change) {
        Tensor tensor(Axis::position, Axis::feature), other(Axis::position, Axis::feature);
        tensor.resize({2, 3});
        tensor.fill(4);
        CHECK_FALSE(tensor.is_shared());
        other.share(tensor);
        CHECK(other.data() == tensor.data());
        CHECK(tensor.is_shared());
        CHECK(other.is_shared());
        const Scalar* memory = tensor.data();
        change(other);
        CHECK(other.data() != memory);
        CHECK(tensor.data() == memory);
        other.fill(5);
        CHECK(tensor.at({1, 2}) == 4);
        CHECK_FALSE(tensor.is_shared());
        CHECK_FALSE(other.is_shared());
    };
    Tensor six(Axis::position, Axis::feature);
    six.resize({2, 3});
    shared([](Tensor& other) { other.own(); });
    shared([](Tensor& other) { other.resize({3, 2}); });
    shared([](Tensor& other) { other.resize({1, 2}); });
    shared([&](Tensor& other) { other = six; });
    shared([&](Tensor& other) { other = Tensor(static_cast<const Tensor&>(other)); });
}

namespace {

/// A tensor of 2×3 whose cells, 0 to 5, are fetched.
Tensor fetched_tensor() {
    Tensor cells(Axis::position, Axis::feature), tensor = cells;
    cells.resize({2, 3});
    for (Size i = 0; i < 6; ++i) cells.data()[i] = static_cast<Scalar>(i);
    tensor.resize({7, 7});
    tensor.fetch_from(std::make_shared<FetchedTensor>(cells));
    return tensor;
}

}  // namespace

TEST_CASE("a fetched tensor has sizes but no cells in memory, and its view reads them where they are") {
    const Tensor tensor = fetched_tensor();
    CHECK_FALSE(tensor.empty());
    CHECK(tensor.count() == 6);
    CHECK(tensor.data() == nullptr);
    CHECK(view(tensor).present());
    CHECK(view(tensor).data == nullptr);
    CHECK(view(tensor).at({1, 2}) == 5);
    CHECK(transposed(view(tensor), 0, 1).at({2, 0}) == 2);
}

TEST_CASE("a copy of a fetched tensor, one that shares it and one it is moved to refer to the same cells") {
    Tensor tensor = fetched_tensor(), shared(Axis::position, Axis::feature);
    const FetchedCells* cells = tensor.fetched();
    const Tensor copy = tensor;
    shared.share(tensor);
    const Tensor moved = std::move(tensor);
    for (const Tensor* one : {&copy, static_cast<const Tensor*>(&shared), &moved}) {
        CHECK(one->fetched() == cells);
        CHECK(view(*one).at({0, 1}) == 1);
    }
}

TEST_CASE("a fetched tensor has memory again once it is given sizes, the same ones too, or assigned to") {
    Tensor tensor = fetched_tensor();
    tensor.resize({2, 3});
    REQUIRE(tensor.data() != nullptr);
    CHECK(tensor.fetched() == nullptr);
    tensor.fill(4);
    CHECK(view(tensor).at({1, 1}) == 4);

    Tensor assigned = fetched_tensor(), like = fetched_tensor(), cleared = fetched_tensor();
    assigned = tensor;
    CHECK(assigned.data() != nullptr);
    CHECK(view(assigned).at({0, 0}) == 4);
    like.resize_like(fetched_tensor());
    CHECK(like.data() != nullptr);
    cleared.clear();
    CHECK_FALSE(view(cleared).present());
    tensor = fetched_tensor();
    CHECK(tensor.data() == nullptr);
    CHECK(view(tensor).at({1, 0}) == 3);
}

TEST_CASE("what is lent, or has other axes, cannot be fetched") {
    Scalar memory[6]{};
    Tensor lent(Axis::position, Axis::feature), other(Axis::item);
    lent.resize({2, 3});
    lent.lend(memory);
    const auto cells = std::make_shared<FetchedTensor>(lent);
    CHECK_THROWS_AS(lent.fetch_from(cells), std::logic_error);
    CHECK_THROWS_AS(other.fetch_from(cells), std::logic_error);
    CHECK_THROWS_AS(fetched_tensor().lend(memory), std::logic_error);
}

}  // namespace vitrine::tensor_test
