#pragma once
/// Places in a run, given on the command line, as commands that go there. If the run has no such place, each function throws
/// Error, which names the option and the possible values.

#include <string>

#include "app/base/command.h"
#include "app/state/place.h"

namespace vitrine {

/// --step N, counted from 1.
Command go_to_step(const Run& run, int number);

/// The same in the film of the run: the steps of the backward pass follow the last operation, and then the update. Requires: the
/// film is at its beginning.
Command go_to_film_step(const Run& run, int number);

/// --select PATH, or PATH[i,j,…].
Command select_tensor(const Run& run, const std::string& argument);

/// --head N and --sentence N, counted from 1.
Command select_head(const Run& run, Size number);
Command select_sentence(const Run& run, Size number);

}  // namespace vitrine
