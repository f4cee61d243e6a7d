#pragma once
/// Opening the folder of a model, and the recent models that still exist.

#include <vector>

#include "app/state/recent.h"

namespace vitrine {

/// A request for the model in a folder, with the batch.json there, unless the folder has a file of training sentences.
ModelRequest folder_request(const std::filesystem::path& folder);

/// The recent models that can still be opened because their folder or config.json exists. If a batch file is gone, the model opens
/// on its own sentences; a sample whose batch file is gone is left out, since the sample itself is listed anyway.
std::vector<RecentModel> recent_that_are_there(const std::vector<RecentModel>& recent);

}  // namespace vitrine
