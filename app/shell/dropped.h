#pragma once
/// Files and folders let go over the window.

#include <filesystem>

#include "app/shell/application.h"

namespace vitrine {

/// What a dropped path asks for: a folder is a model, a config.json a model with random weights, any other .json or a .tsv is a
/// batch for the model that is shown. A message where it is none of these.
Command command_for_dropped(const State& state, const std::filesystem::path& path);

/// Carries out what was dropped in this frame.
void take_dropped(Application& application, const Input& input);

}  // namespace vitrine
