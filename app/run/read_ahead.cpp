#include "app/run/read_ahead.h"

#include "app/run/attention_readings.h"
#include "app/run/tensor_readings.h"

namespace vitrine {

namespace {

/// Of so many numbers, statistics, heads and histograms are read when they are looked at, so that the first picture does not wait
/// for them.
constexpr Size many = 200'000'000;

Size numbers_in(const Trace& trace) {
    Size count = 0;
    for (std::size_t slot = 0; slot < trace.tensors.size(); ++slot)
        if (!trace.outline->tensors[slot].is_view) count += trace.tensors[slot].layout.count();
    return count;
}

}  // namespace

bool is_read_ahead(const Run& run) { return numbers_in(run.trace) <= many; }

void read_ahead(const Run& run) {
    if (!is_read_ahead(run)) {
        run.statistics->find_nan();
        return;
    }
    run.statistics->find_all();
    run.of<AttentionReadings>().read_all(run);
    run.of<TensorReadings>().read_large(run);
}

}  // namespace vitrine
