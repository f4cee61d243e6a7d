#pragma once
/// Dense tensors with named axes, and TensorView, a read-only view of any of them for files, screen and explanations.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/tensor/fetched.h"

namespace vitrine {

/// float in the program. The tests build the core a second time in double, to compare it with exact arithmetic.
using Scalar = VITRINE_SCALAR;

/// Allocates at the start of a cache line, so that aligned vector loads never cross two lines. A number that is given no value is
/// left undefined, so that large memory is not written once more than it has to be.
template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* pointer, std::size_t) { ::operator delete(pointer, alignment); }
    template <class U>
    void construct(U* place) {
        ::new (static_cast<void*>(place)) U;
    }
    template <class U, class... Values>
    void construct(U* place, Values&&... values) {
        ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
    }
    friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

/// How the cells of [batch, head, position, feature] or [batch, head, position] lie in memory.
enum class Order : std::uint8_t {
    row_major,       ///< the last axis moves fastest
    heads_together,  ///< the heads of one position side by side, as in the row of the projection that they are slices of
};

/// A tensor with named axes, for example `Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};`. resize() gives it its
/// shape. An empty tensor means that the run does not have it.
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

    /// A copy has its own memory. Assigning to a tensor with lent memory writes into that memory. Requires then: the same number of
    /// cells.
    TensorOf(const TensorOf& other) { *this = other; }
    TensorOf& operator=(const TensorOf& other);
    TensorOf(TensorOf&& other) noexcept { swap(other); }
    TensorOf& operator=(TensorOf&& other) noexcept {
        swap(other);
        return *this;
    }
    ~TensorOf() = default;

    /// Sets the shape, one size per axis; the contents are undefined afterwards. Allocates only where the tensor needs more
    /// memory than before. Throws MemoryShortage (core/tensor/memory.h), and leaves the tensor as it was, if it needs a large
    /// amount that is not available.
    void resize(std::initializer_list<Size> shape, Order order = Order::row_major) {
        // Not by std::equal, which calls memcmp: that takes longer than these few comparisons, and every operation resizes.
        bool is_new = order != order_ || !has_cells();
        for (std::size_t axis = 0; axis < shape.size(); ++axis) is_new |= shape.begin()[axis] != layout_.shape[axis];
        if (is_new) reshape(shape, order);
    }

    /// Takes the shape and memory order of another tensor. Requires: the same rank.
    void resize_like(const TensorOf& other) {
        if (layout_.shape == other.layout_.shape && order_ == other.order_ && has_cells()) return;
        take_layout(other);
    }

    /// Makes the tensor empty; its memory is kept for the next run.
    void clear() { layout_.shape = {}, layout_.strides = {}, count_ = 0, fetched_.reset(); }

    /// Moves the cells into memory of another owner. Afterwards the number of cells cannot change.
    /// Requires: `memory` has room for count() cells and outlives the tensor.
    void lend(T* memory);

    /// Shares the cells of another tensor without copying them, until one of the two is resized, assigned to or made to own() its
    /// cells. Lent memory is shared as lent memory.
    void share(const TensorOf& other);

    /// Makes this a fetched tensor: it takes the shape of the cells but holds none itself. data() is null, and view() reads the
    /// cells where they are stored. resize() or assignment gives it memory again; a copy refers to the same cells. Requires: the
    /// cells have the tensor's rank, and its memory is not lent.
    void fetch_from(std::shared_ptr<const FetchedCells> cells);

    /// Null where the cells are in memory or the tensor is empty.
    const FetchedCells* fetched() const { return fetched_.get(); }

    /// If the memory is shared, replaces it by memory of its own with undefined contents.
    void own() {
        if (is_shared()) take_memory(count_);
    }
    bool is_shared() const { return memory_.use_count() > 1; }

    bool empty() const { return count_ == 0; }
    Size count() const { return count_; }
    Size size(int axis) const { return layout_.shape[axis]; }
    const Layout& layout() const { return layout_; }
    Order order() const { return order_; }

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
    std::shared_ptr<Memory> memory_;                 ///< null where memory is lent
    std::shared_ptr<const FetchedCells> fetched_{};  ///< if set, there is no other memory
};

using Tensor = TensorOf<Scalar>;
using IndexTensor = TensorOf<std::int32_t>;
using MaskTensor = TensorOf<std::uint8_t>;

template <class T>
inline constexpr bool is_tensor = false;
template <class T>
inline constexpr bool is_tensor<TensorOf<T>> = true;

enum class ElementType : std::uint8_t { scalar, index, mask };

/// A read-only view of a tensor: its layout, and its cells in memory or fetched. Requires: the tensor outlives the view, unless the
/// view has an owner of the cells.
struct TensorView {
    Layout layout;
    ElementType type = ElementType::scalar;
    const void* data = nullptr;  ///< null: fetched, or not present
    /// Null: in memory, or not present. Otherwise the strides of the layout count its cells in their row-major order.
    const FetchedCells* fetched = nullptr;
    std::shared_ptr<const void> owner{};  ///< of cells that were copied for this view

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

/// The same cells with two axes swapped, without a copy: Kᵀ from K.
inline TensorView transposed(const TensorView& tensor, int first, int second) {
    return {tensor.layout.transposed(first, second), tensor.type, tensor.data, tensor.fetched};
}

}  // namespace vitrine
