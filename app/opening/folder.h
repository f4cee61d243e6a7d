#pragma once
/// Opening the folder of a model, and what is left of the models opened before.

#include <vector>

#include "app/state/recent.h"

namespace vitrine {

/// The model in a folder, on the batch.json that lies there, unless training has left its own sentences in the folder.
ModelRequest folder_request(const std::filesystem::path& folder);

/// The recent models that can still be opened: those whose folder or config.json is there. Where a batch file has gone, the model
/// opens on its own sentences; a sample whose batch file has gone is left out, since the sample itself is listed anyway.
std::vector<RecentModel> recent_that_are_there(const std::vector<RecentModel>& recent);

}  // namespace vitrine
