#pragma once
/// Files and folders dropped on the window.

#include <vector>

#include "app/shell/loop/application.h"

namespace vitrine {

/// The command for paths dropped together: a folder is a model, with the batch.json in it if there is one; so are its config.json
/// and model.safetensors; a config.json by itself is a model with random weights, a .json with a tokenizer is one for the tokens
/// view, any other .json or a .tsv is a batch, for the model dropped with it or else the shown one. Weights of somebody else's
/// model begin an import. A file or a text that a module opens, such as a lesson, a recorded trace or a link, is that. A path that
/// is none of these, or more than one model, batch or tokenizer, gives a ShowMessage instead.
Command command_for_dropped(const State& state, const std::vector<std::string>& paths);

/// Carries out the command for the files dropped in this frame.
void take_dropped(Application& application, const Input& input);

}  // namespace vitrine
