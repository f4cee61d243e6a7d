#include "core/pass/drop.h"

#include "core/ops/dropout.h"

namespace vitrine {

const Tensor& drop(const Tensor& x, double p, const Setting& setting, DropoutRecord record) {
    if (p == 0) {
        record.mask.clear(), record.dropped.clear();
        return x;
    }
    if (x.layout().rank == 3) {
        record.mask.resize({x.size(0), x.size(1), x.size(2)});
    } else {
        record.mask.resize({x.size(0), x.size(1), x.size(2), x.size(3)});
    }
    record.dropped.resize_like(x);
    if (!setting.run.keeps(record.mask)) setting.run(draw_dropout_mask, p, *setting.random, record.mask);
    setting.run(dropout_forward, x, record.mask, p, record.dropped);
    return record.dropped;
}

void drop_backward(const MaskTensor& mask, double p, const Setting& setting, Tensor& d_dropped, Tensor& d_x) {
    if (!mask.empty()) dropout_backward(mask, p, setting.run.passed(d_dropped), d_x);
}

}  // namespace vitrine
