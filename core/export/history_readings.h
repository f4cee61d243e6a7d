#pragma once
/// What is read from the moments of a training that are kept.

#include "core/history/readings.h"
#include "core/io/history_file.h"
#include "core/io/model.h"

namespace vitrine {

/// What the model makes of its own sentences at every kept moment, oldest first; nothing if the sentences have no labels, or if the
/// history is that of a model of other sizes.
std::vector<MomentReading> readings_of(const TrainingHistory& history, const Model& model);

}  // namespace vitrine
