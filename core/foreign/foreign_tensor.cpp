#include "core/foreign/foreign_tensor.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/tensor/memory.h"

namespace vitrine {

namespace {

std::vector<Size> strides_of_rows(const std::vector<Size>& shape) {
    std::vector<Size> strides(shape.size(), 1);
    for (std::size_t axis = shape.size(); axis-- > 1;) strides[axis - 1] = strides[axis] * std::max<Size>(shape[axis], 1);
    return strides;
}

/// Calls visit(place) with the index in the storage of every number, row by row.
template <class Visit>
void for_each_place(const std::vector<Size>& shape, const std::vector<Size>& strides, Size offset, Visit&& visit) {
    if (std::find(shape.begin(), shape.end(), Size{0}) != shape.end()) return;
    std::vector<Size> index(shape.size(), 0);
    Size place = offset;
    for (;;) {
        visit(place);
        std::size_t axis = shape.size();
        for (; axis > 0; --axis) {
            place += strides[axis - 1];
            if (++index[axis - 1] < shape[axis - 1]) break;
            place -= strides[axis - 1] * shape[axis - 1];
            index[axis - 1] = 0;
        }
        if (axis == 0) return;
    }
}

template <class T>
std::vector<T> in_order(const std::vector<T>& values, const std::vector<int>& axes) {
    std::vector<T> ordered;
    for (const int axis : axes) ordered.push_back(values[static_cast<std::size_t>(axis)]);
    return ordered;
}

/// The bytes of a tensor, row by row in the order of the axes.
std::string bytes_in_rows(const ForeignTensor& tensor, const std::vector<int>& axes) {
    const auto size = static_cast<std::size_t>(bytes_of(tensor.type));
    require_memory(tensor.count() * bytes_of(tensor.type));
    std::string bytes(static_cast<std::size_t>(tensor.count()) * size, '\0');
    char* to = bytes.data();
    for_each_place(in_order(tensor.shape, axes), in_order(tensor.strides, axes), tensor.offset, [&](Size place) {
        std::memcpy(to, tensor.storage.data() + static_cast<std::size_t>(place) * size, size);
        to += size;
    });
    return bytes;
}

/// Whether the numbers lie side by side, row by row, if the axes are taken in this order.
bool is_in_rows(const ForeignTensor& tensor, const std::vector<int>& axes) {
    const std::vector<Size> shape = in_order(tensor.shape, axes);
    return in_order(tensor.strides, axes) == strides_of_rows(shape);
}

/// A part of the storage, row by row.
StoredTensor stored_at(const ForeignTensor& tensor, Size place, Size count) {
    const Size size = bytes_of(tensor.type);
    return {tensor.type,
            {count},
            tensor.storage.subspan(static_cast<std::size_t>(place * size), static_cast<std::size_t>(count * size))};
}

/// Writes a matrix whose columns are contiguous, row by row. It takes a few rows of the storage at a time, so that both what is
/// read and what is written stays in the cache.
void turn(const ForeignTensor& tensor, Scalar* to) {
    constexpr Size at_once = 16;
    const Size height = tensor.shape[0], width = tensor.shape[1];
    std::vector<Scalar> numbers(static_cast<std::size_t>(at_once * width));
    for (Size first = 0; first < height; first += at_once) {
        const Size count = std::min(at_once, height - first);
        copy_numbers(stored_at(tensor, tensor.offset + first * width, count * width), numbers.data());
        for (Size column = 0; column < width; ++column) {
            const Scalar* from = numbers.data() + column;
            for (Size row = 0; row < count; ++row) to[column * height + first + row] = from[row * width];
        }
    }
}

std::vector<int> as_they_are(const ForeignTensor& tensor) {
    std::vector<int> axes(tensor.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
}

}  // namespace

Size ForeignTensor::count() const {
    Size count = 1;
    for (const Size size : shape) count *= size;
    return count;
}

std::vector<Size> ForeignTensor::squeezed() const {
    std::vector<Size> sizes;
    std::copy_if(shape.begin(), shape.end(), std::back_inserter(sizes), [](Size size) { return size != 1; });
    return sizes;
}

void ForeignWeights::index_names() {
    places.clear();
    for (std::size_t i = 0; i < tensors.size(); ++i) places.emplace(tensors[i].first, i);
}

const ForeignTensor* ForeignWeights::find(const std::string& name) const {
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &tensors[found->second].second;
}

void copy_numbers(const ForeignTensor& tensor, const std::vector<int>& given, Scalar* to) {
    if (tensor.count() == 0) return;
    const std::vector<int> axes = given.empty() ? as_they_are(tensor) : given;
    if (is_in_rows(tensor, axes)) return copy_numbers(stored_at(tensor, tensor.offset, tensor.count()), to);
    if (axes == std::vector{1, 0} && is_in_rows(tensor, {0, 1})) return turn(tensor, to);
    const std::string bytes = bytes_in_rows(tensor, axes);
    copy_numbers(StoredTensor{tensor.type, {tensor.count()}, {bytes.data(), bytes.size()}}, to);
}

std::vector<Scalar> numbers_of(const ForeignTensor& tensor, const std::vector<int>& axes) {
    require_memory(tensor.count() * static_cast<Size>(sizeof(Scalar)));
    std::vector<Scalar> numbers(static_cast<std::size_t>(tensor.count()));
    copy_numbers(tensor, axes, numbers.data());
    return numbers;
}

ForeignTensor foreign(const StoredTensor& stored) {
    return {stored.type, stored.shape, strides_of_rows(stored.shape), 0, stored.bytes};
}

bool same_numbers(const ForeignTensor& a, const ForeignTensor& b) {
    if (a.type != b.type || a.shape != b.shape) return false;
    if (a.storage.data() == b.storage.data() && a.offset == b.offset && a.strides == b.strides) return true;
    return bytes_in_rows(a, as_they_are(a)) == bytes_in_rows(b, as_they_are(b));
}

}  // namespace vitrine
