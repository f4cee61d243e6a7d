#pragma once
/// The models that were replaced by another one. Undo goes back to them when the open one has nothing left to undo.

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

    std::vector<ReplacedModel> before, after;  ///< the last one of each list is the next to go to
    Way under_way = Way::none;                 ///< the direction of the model that is being opened, if it comes from these lists
};

/// Another model replaces the shown one: Undo then leads back to it, and Redo leads nowhere.
void remember_replaced(State& state);

/// Goes to the model before the open one, or again to the one after it. Does nothing if there is none.
void go_to_replaced(State& state, ReplacedModels::Way way);

/// The model of `run` has arrived. If it is the one that Undo or Redo goes to, it is removed from that list, and the shown model
/// is added to the other one; then returns true.
bool arrive_at_replaced(State& state, const ModelRequest& request);

/// Names the model that Undo or Redo would go to: "sample translation", "the training"; empty if there is none.
std::string replaced_words(const State& state, ReplacedModels::Way way);

}  // namespace vitrine
