#pragma once
/// What was made of a model by the time another one took its place. Opening the first one again shows it as it is; Undo brings back
/// what had been made of it.

#include "app/run/edits.h"
#include "core/io/model.h"

namespace vitrine {

struct ParkedEdits {
    ModelRequest model;
    Edits edits;
    EditHistory history = {};  ///< that led to them; empty after a new start
};

/// Notes something down that is left, the newest first. Without any edits there is nothing to note.
void park(std::vector<ParkedEdits>& parked, ParkedEdits edits);

/// What was left of a model last; null where nothing was.
const ParkedEdits* find_parked(const std::vector<ParkedEdits>& left, const ModelRequest& model);

/// Crosses out what is there again.
void forget_parked(std::vector<ParkedEdits>& left, const ModelRequest& model, const Edits& edits);

/// Says in one line that it was left, and how it is had again.
std::string parked_words(const ModelRequest& model);

}  // namespace vitrine
