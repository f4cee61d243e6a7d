#pragma once
/// The models that another one has taken the place of. Undo goes back to them once nothing is left to undo of the open one.

#include <string>
#include <vector>

#include "app/base/command.h"
#include "core/io/model.h"

namespace vitrine {

/// A model that was on the screen.
struct ReplacedModel {
    ModelRequest request = {};  ///< empty for the one in training
    bool training = false;
};

struct ReplacedModels {
    enum class Way { none, back, forth };

    std::vector<ReplacedModel> before, after;  ///< the last of each is the next to go to
    Way under_way = Way::none;                 ///< the model that is being opened is the next one that way
};

/// Another model takes the place of the shown one: Undo leads back to it, and Redo nowhere.
void remember_replaced(State& state);

/// Goes to the model before the open one, or again to the one after it. Does nothing if there is none.
void go_to_replaced(State& state, ReplacedModels::Way way);

/// The model of `run` arrives. If going there was under way, it is the next one that way no longer, and the shown model is the next
/// one the other way; returns true then.
bool arrive_at_replaced(State& state, const ModelRequest& request);

/// Names the model that Undo or Redo would go to: "sample translation", "the training"; empty if there is none.
std::string replaced_words(const State& state, ReplacedModels::Way way);

}  // namespace vitrine
