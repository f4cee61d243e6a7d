#pragma once
/// Files of somebody else's model, dropped on the window.

#include <optional>
#include <string>
#include <vector>

#include "app/base/command.h"

namespace vitrine {

struct State;

/// The command for paths dropped together: weights begin an import, with a batch and a reference dropped with them; on the open
/// page a batch and a reference are those of the import under way. A file of weights in a model's folder opens the folder. Nothing:
/// there are no weights among them; a recorded trace has none.
std::optional<Command> dropped_on_import(const State& state, const std::vector<std::string>& paths);

}  // namespace vitrine
