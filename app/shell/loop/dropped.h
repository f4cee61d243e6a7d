#pragma once
/// Opens files and folders dropped on the window.

#include <vector>

#include "app/shell/loop/application.h"

namespace vitrine {

/// The command for paths dropped together. A folder is a model, with the batch.json in it if there is one; so are a config.json
/// and a model.safetensors. A config.json by itself is a model with random weights. A .json with a tokenizer is one for the
/// tokens view; any other .json or a .tsv is a batch, for the model dropped with it or else for the shown one. Weights from
/// another program begin an import. A module may open further files and texts, such as a lesson, a recorded trace or a link. For
/// any other path, or for more than one model, batch or tokenizer, returns a ShowMessage.
Command command_for_dropped(const State& state, const std::vector<std::string>& paths);

/// Opens the files dropped in this frame.
void take_dropped(Application& application, const Input& input);

}  // namespace vitrine
