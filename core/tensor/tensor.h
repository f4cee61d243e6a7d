#pragma once
/// Dense tensors with named axes, and the read-only view through which files, the screen and explanations see any of them.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "core/tensor/fetched.h"
#include "core/tensor/layout.h"

namespace vitrine {

/// float in the program; the tests build the core a second time in double, to hold it against exact arithmetic.
using Scalar = VITRINE_SCALAR;

/// Memory on a cache line's border, so that vector loads never straddle two.
template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* pointer, std::size_t) { ::operator delete(pointer, alignment); }
    friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

/// How the cells of [batch, head, position, feature] lie in memory.
enum class Order : std::uint8_t {
    row_major,       ///< the last axis moves fastest
    heads_together,  ///< all heads of one position side by side, as one row of the projection they were cut from
};

/// A tensor whose axes are named where it is declared, `Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};`, and
/// whose sizes are given when it is filled. An empty tensor means: this run has none.
template <class T>
class TensorOf {
public:
    using Element = T;

    TensorOf() = default;
    template <std::same_as<Axis>... Axes>
    requires(sizeof...(Axes) > 0) TensorOf(Axes... axes) {
        layout_.rank = sizeof...(axes);
        layout_.axes = {axes...};
    }

    /// A copy has memory of its own; assigning to a tensor whose memory is lent writes there, if the number of cells is the same.
    TensorOf(const TensorOf& other) { *this = other; }
    TensorOf& operator=(const TensorOf& other);
    TensorOf(TensorOf&& other) noexcept { swap(other); }
    TensorOf& operator=(TensorOf&& other) noexcept {
        swap(other);
        return *this;
    }
    ~TensorOf() = default;

    /// Gives the tensor its sizes, one per axis; what it held is undefined afterwards. Memory is only ever taken when it grows.
    void resize(std::initializer_list<Size> shape, Order order = Order::row_major) {
        if (std::equal(shape.begin(), shape.end(), layout_.shape.begin()) && order == order_ && has_cells()) return;
        reshape(shape, order);
    }

    /// The same sizes, and the same order in memory, as another tensor of this rank.
    void resize_like(const TensorOf& other) {
        if (layout_.shape == other.layout_.shape && order_ == other.order_ && has_cells()) return;
        take_layout(other);
    }

    /// Makes the tensor absent; its memory is kept for the next run.
    void clear() { layout_.shape = {}, layout_.strides = {}, count_ = 0, fetched_.reset(); }

    /// Moves the cells into memory that belongs to someone else, who keeps it for as long as the tensor lives. The tensor can then
    /// no longer change how many cells it has.
    void lend(T* memory);

    /// Becomes the other tensor without copying its cells: both have the same memory until one of them is given other sizes,
    /// assigned to, or made to own(). Lent memory is shared as lent.
    void share(const TensorOf& other);

    /// Becomes a tensor whose cells lie elsewhere: it has their sizes and none in memory, data() is null, and view() reads them
    /// where they are. Being given sizes, or assigned to, gives it memory again; a copy of it refers to the same cells.
    void fetch_from(std::shared_ptr<const FetchedCells> cells);

    /// Null where the cells are in memory, or there are none.
    const FetchedCells* fetched() const { return fetched_.get(); }

    /// Takes memory of its own if it shares it, undefined at first; what it shared stays with the others.
    void own() {
        if (is_shared()) take_memory(count_);
    }
    bool is_shared() const { return memory_.use_count() > 1; }

    bool empty() const { return count_ == 0; }
    Size count() const { return count_; }
    Size size(int axis) const { return layout_.shape[axis]; }
    const Layout& layout() const { return layout_; }

    T* data() { return cells_; }
    const T* data() const { return cells_; }

    T& at(const Index& index) { return cells_[layout_.offset(index)]; }
    const T& at(const Index& index) const { return cells_[layout_.offset(index)]; }

    void fill(T value) { std::fill(cells_, cells_ + count_, value); }

private:
    using Memory = std::vector<T, AlignedAllocator<T>>;

    bool has_cells() const { return count_ > 0 && !fetched_; }
    void reshape(std::initializer_list<Size> shape, Order order);
    void take_layout(const TensorOf& other);
    void take_memory(Size count);
    void swap(TensorOf& other) noexcept;

    Layout layout_;
    Order order_ = Order::row_major;
    Size count_ = 0;
    T* cells_ = nullptr;
    std::shared_ptr<Memory> memory_;                 ///< null where the memory is lent
    std::shared_ptr<const FetchedCells> fetched_{};  ///< then there is neither memory nor lent memory
};

using Tensor = TensorOf<Scalar>;
using IndexTensor = TensorOf<std::int32_t>;
using MaskTensor = TensorOf<std::uint8_t>;

template <class T>
inline constexpr bool is_tensor = false;
template <class T>
inline constexpr bool is_tensor<TensorOf<T>> = true;

enum class ElementType : std::uint8_t { scalar, index, mask };

/// A tensor as it is seen from outside: where its cells are and what its axes mean. Its cells are in memory, or they are fetched.
/// Owns nothing; the tensor must outlive it.
struct TensorView {
    Layout layout;
    ElementType type = ElementType::scalar;
    const void* data = nullptr;             ///< null: they are fetched, or this run has no such tensor
    const FetchedCells* fetched = nullptr;  ///< null: they are in memory, or there are none; the layout's strides are its own

    bool present() const { return data || fetched; }
    double at(const Index& index) const { return at_offset(layout.offset(index)); }
    double at_offset(Size offset) const {
        if (fetched) return fetched_cell(*fetched, offset);
        switch (type) {
            case ElementType::index:
                return static_cast<const std::int32_t*>(data)[offset];
            case ElementType::mask:
                return static_cast<const std::uint8_t*>(data)[offset];
            default:
                return static_cast<double>(static_cast<const Scalar*>(data)[offset]);
        }
    }
};

template <class T>
constexpr ElementType element_type() {
    if constexpr (std::is_same_v<T, std::int32_t>) return ElementType::index;
    if constexpr (std::is_same_v<T, std::uint8_t>) return ElementType::mask;
    return ElementType::scalar;
}

template <class T>
TensorView view(const TensorOf<T>& tensor) {
    return {tensor.layout(), element_type<T>(), tensor.empty() ? nullptr : tensor.data(), tensor.fetched()};
}

/// The same cells with two axes exchanged, sharing memory: Kᵀ beside K.
inline TensorView exchanged(const TensorView& tensor, int first, int second) {
    return {tensor.layout.exchanged(first, second), tensor.type, tensor.data, tensor.fetched};
}

}  // namespace vitrine
