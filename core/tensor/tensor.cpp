#include "core/tensor/tensor.h"

#include <stdexcept>
#include <utility>

#include "core/tensor/memory.h"

namespace vitrine {

namespace {

constexpr Size large_memory = Size{4} << 20;  ///< bytes from which on a tensor asks for large pages

}  // namespace

template <class T>
TensorOf<T>& TensorOf<T>::operator=(const TensorOf& other) {
    if (this == &other) return *this;
    if (other.fetched_) {
        if (cells_ && !memory_) throw std::logic_error("lent memory cannot take cells that are fetched");
        share(other);
        return *this;
    }
    take_layout(other);
    std::copy(other.cells_, other.cells_ + other.count_, cells_);
    return *this;
}

template <class T>
void TensorOf<T>::reshape(std::initializer_list<Size> shape, Order order) {
    Layout layout = row_major(layout_, shape);
    if (order == Order::heads_together) {
        const Size heads = layout.shape[1], features = layout.rank == 4 ? layout.shape[3] : 1;
        layout.strides[1] = features;
        layout.strides[2] = heads * features;
    }
    take_memory(layout.count());
    layout_ = layout;
    order_ = order;
}

template <class T>
void TensorOf<T>::take_layout(const TensorOf& other) {
    take_memory(other.count_);
    layout_ = other.layout_;
    order_ = other.order_;
}

template <class T>
void TensorOf<T>::take_memory(Size count) {
    const bool is_lent = cells_ && !memory_;
    if (is_lent && count != count_) throw std::logic_error("lent memory has room for one number of cells");
    const bool has_room = is_lent || (memory_ && !is_shared() && count <= static_cast<Size>(memory_->size()));
    if (!has_room) require_memory(count * static_cast<Size>(sizeof(T)));
    fetched_.reset();
    if (!is_lent && is_shared()) memory_.reset(), cells_ = nullptr;
    if (!has_room && count > 0) {
        if (!memory_) memory_ = std::make_shared<Memory>();
        if (static_cast<std::size_t>(count) > memory_->capacity() && count * static_cast<Size>(sizeof(T)) >= large_memory) {
            Memory fresh;
            fresh.reserve(static_cast<std::size_t>(count));
            use_large_pages(fresh.data(), count * static_cast<Size>(sizeof(T)));
            *memory_ = std::move(fresh);
        }
        memory_->resize(static_cast<std::size_t>(count));
        cells_ = memory_->data();
    }
    count_ = count;
}

template <class T>
void TensorOf<T>::fetch_from(std::shared_ptr<const FetchedCells> cells) {
    const bool is_lent = cells_ && !memory_;
    if (is_lent || cells->layout().rank != layout_.rank) throw std::logic_error("this tensor cannot be fetched from there");
    const auto axes = layout_.axes;
    layout_ = cells->layout();
    layout_.axes = axes;
    order_ = Order::row_major;
    count_ = layout_.count();
    cells_ = nullptr;
    memory_.reset();
    fetched_ = std::move(cells);
}

template <class T>
void TensorOf<T>::lend(T* memory) {
    if (fetched_) throw std::logic_error("a fetched tensor has no cells to lend memory to");
    std::copy(cells_, cells_ + count_, memory);
    memory_.reset();
    cells_ = memory;
}

template <class T>
void TensorOf<T>::share(const TensorOf& other) {
    layout_ = other.layout_;
    order_ = other.order_;
    count_ = other.count_;
    cells_ = other.cells_;
    memory_ = other.memory_;
    fetched_ = other.fetched_;
}

template <class T>
void TensorOf<T>::swap(TensorOf& other) noexcept {
    std::swap(layout_, other.layout_);
    std::swap(order_, other.order_);
    std::swap(count_, other.count_);
    std::swap(cells_, other.cells_);
    memory_.swap(other.memory_);
    fetched_.swap(other.fetched_);
}

template class TensorOf<Scalar>;
template class TensorOf<std::int32_t>;
template class TensorOf<std::uint8_t>;

}  // namespace vitrine
