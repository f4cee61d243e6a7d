#include "app/run/read_ahead.h"

#include "app/run/attention_readings.h"
#include "app/run/tensor_readings.h"

namespace vitrine {

namespace {

/// Of so many numbers, heads and histograms are read when they are looked at, so that the first picture does not wait for them.
constexpr Size many = 200'000'000;

Size numbers_in(const Trace& trace) {
    Size count = 0;
    for (const TensorView& tensor : trace.tensors) count += tensor.layout.count();
    return count;
}

}  // namespace

void read_ahead(const Run& run) {
    run.statistics->find_all();
    if (numbers_in(run.trace) > many) return;
    run.of<AttentionReadings>().read_all(run);
    run.of<TensorReadings>().read_large(run);
}

}  // namespace vitrine
