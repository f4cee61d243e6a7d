#include "core/model/drop.h"

#include "core/ops/dropout.h"

namespace vitrine {

const Tensor& drop(const Tensor& x, const Setting& setting, MaskTensor& mask, Tensor& dropped) {
    const double p = setting.regime.dropout;
    if (p == 0) {
        mask.clear(), dropped.clear();
        return x;
    }
    if (x.layout().rank == 3) {
        mask.resize({x.size(0), x.size(1), x.size(2)});
    } else {
        mask.resize({x.size(0), x.size(1), x.size(2), x.size(3)});
    }
    dropped.resize_like(x);
    draw_dropout_mask(p, *setting.random, mask);
    dropout_forward(x, mask, p, dropped);
    return dropped;
}

void drop_backward(const MaskTensor& mask, const Setting& setting, const Tensor& d_dropped, Tensor& d_x) {
    if (!mask.empty()) dropout_backward(mask, setting.regime.dropout, d_dropped, d_x);
}

}  // namespace vitrine
