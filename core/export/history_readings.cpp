#include "core/export/history_readings.h"

namespace vitrine {

std::vector<MomentReading> readings_of(const TrainingHistory& history, const Model& model) {
    std::vector<MomentReading> readings;
    if (model.batch.labels.empty() || !(model.configuration == history.configuration)) return readings;
    for (const KeptMoment& moment : history.moments.all())
        readings.push_back(read_moment(moment.step, model.configuration, *moment.weights(), model.batch, {}));
    return readings;
}

}  // namespace vitrine
