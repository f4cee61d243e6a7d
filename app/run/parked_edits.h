#pragma once
/// Parked edits: the edits of a model when another model replaced it. Reopening the first model shows it without edits; Undo
/// brings them back.

#include "app/run/edits.h"
#include "core/io/model.h"

namespace vitrine {

struct ParkedEdits {
    ModelRequest model;
    Edits edits;
    EditHistory history = {};  ///< the steps that led to the edits; empty after the program was restarted
};

/// Adds the edits of a model that is being left at the front of the list, which keeps the newest 50. Empty edits are not added.
void park(std::vector<ParkedEdits>& parked, ParkedEdits edits);

/// The newest parked edits of a model; null if there are none.
const ParkedEdits* find_parked(const std::vector<ParkedEdits>& left, const ModelRequest& model);

/// Removes these edits of this model from the list.
void forget_parked(std::vector<ParkedEdits>& left, const ModelRequest& model, const Edits& edits);

/// A line that says that the model's edits were parked, and how to get them back.
std::string parked_words(const ModelRequest& model);

}  // namespace vitrine
