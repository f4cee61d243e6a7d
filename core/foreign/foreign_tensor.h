#pragma once
/// A tensor in a file of somebody else's model: a view of a storage, with strides.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/files/stored_tensor.h"
#include "core/tensor/tensor.h"

namespace vitrine {

struct ForeignTensor {
    StoredType type = StoredType::f32;
    std::vector<Size> shape;
    std::vector<Size> strides;        ///< in numbers, one for each axis; none is negative
    Size offset = 0;                  ///< of the first number in the storage, in numbers
    std::span<const char> storage{};  ///< little-endian; holds every number of the view

    Size count() const;
    int rank() const { return static_cast<int>(shape.size()); }

    /// The shape without axes of length 1: "1×512" is a row of 512.
    std::vector<Size> squeezed() const;
};

/// The tensors of a file, in its order. Copies share the bytes.
struct ForeignWeights {
    std::vector<std::shared_ptr<const void>> contents;  ///< keep the bytes
    std::vector<std::pair<std::string, ForeignTensor>> tensors;
    std::vector<std::string> notes;  ///< what was ignored, or removed from the names, one line each

    std::unordered_map<std::string, std::size_t> places{};  ///< of the tensors, by name

    /// Fills `places`, once the tensors have their final names.
    void index_names();

    const ForeignTensor* find(const std::string& name) const;  ///< null if there is none
};

/// All numbers, row by row, with the axes in this order; empty: in their own order. Requires: `axes` is a permutation.
std::vector<Scalar> numbers_of(const ForeignTensor& tensor, const std::vector<int>& axes = {});

/// Writes them to memory that has room for count() numbers.
void copy_numbers(const ForeignTensor& tensor, const std::vector<int>& axes, Scalar* to);

/// A view of all numbers of a tensor that is stored row by row.
ForeignTensor foreign(const StoredTensor& stored);

/// Whether two tensors have the same shape and the same numbers, bit for bit.
bool same_numbers(const ForeignTensor& a, const ForeignTensor& b);

}  // namespace vitrine
