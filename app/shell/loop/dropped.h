#pragma once
/// Files and folders let go over the window.

#include <vector>

#include "app/shell/loop/application.h"

namespace vitrine {

/// What paths dropped together ask for: a folder is a model, a config.json a model with random weights, a .json that holds
/// a tokenizer one for the view of tokens, any other .json or a .tsv a batch, for the model dropped with it
/// or else for the one that is shown. Tell where one is none of these, or there is more than one model, batch or tokenizer.
Command command_for_dropped(const State& state, const std::vector<std::string>& paths);

/// Carries out what was dropped in this frame.
void take_dropped(Application& application, const Input& input);

}  // namespace vitrine
