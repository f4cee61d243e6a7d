#include "core/tensor/tensor.h"

#include <stdexcept>

namespace vitrine {

template <class T>
void TensorOf<T>::reshape(std::initializer_list<Size> shape, Order order) {
    if (shape.size() != layout_.rank) throw std::logic_error("a tensor takes one size per axis");
    std::copy(shape.begin(), shape.end(), layout_.shape.begin());
    order_ = order;
    Size stride = 1;
    for (int axis = layout_.rank - 1; axis >= 0; --axis) {
        layout_.strides[axis] = stride;
        stride *= layout_.shape[axis];
    }
    if (order == Order::heads_together) {
        const Size heads = layout_.shape[1], features = layout_.shape[3];
        layout_.strides[1] = features;
        layout_.strides[2] = heads * features;
    }
    values_.resize(static_cast<std::size_t>(layout_.count()));
}

template class TensorOf<Scalar>;
template class TensorOf<std::int32_t>;
template class TensorOf<std::uint8_t>;

}  // namespace vitrine
