#pragma once
/// Takes weights from other programs that are dropped on the window.

#include <optional>
#include <string>
#include <vector>

#include "app/base/command.h"

namespace vitrine {

struct State;

/// The command for paths dropped together. Weights begin an import, with a batch and a reference that are dropped with them.
/// While the page is open, a batch and a reference are added to the import under way. A file of weights in a model's folder opens
/// the folder. Nothing if there are no weights among the paths; a recorded trace has none.
std::optional<Command> dropped_on_import(const State& state, const std::vector<std::string>& paths);

}  // namespace vitrine
