#include "app/run/read_ahead.h"

#include "app/run/attention_readings.h"
#include "app/run/tensor_readings.h"

namespace vitrine {

void read_ahead(const Run& run) {
    run.statistics->find_all();
    run.of<AttentionReadings>().read_all(run);
    run.of<TensorReadings>().read_large(run);
}

}  // namespace vitrine
