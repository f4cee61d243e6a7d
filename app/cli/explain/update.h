#pragma once
/// Explains what the next training step does to a parameter.

#include <string>

#include "app/cli/train/options.h"
#include "core/io/model.h"

namespace vitrine {

struct UpdateRequest {
    ModelRequest model;
    std::string cell;  ///< "tgt_embedding.weight[6,0]"
    TrainOptions method;
    bool json = false;
};

/// The arithmetic of the update: of the next step of the training that is stored in the model's folder. If there is none, or a
/// batch is named, of a first step on the batch. Takes that step, but changes no file. Throws Error.
std::string explain_update(const UpdateRequest& request);

}  // namespace vitrine
