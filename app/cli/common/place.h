#pragma once
/// Places in a run, given on the command line, as commands that go there. Each function throws Error, which names the option and
/// the possible values, if the run has no such place.

#include <string>

#include "app/base/command.h"
#include "app/state/place.h"

namespace vitrine {

/// --step N, counted from 1.
Command go_to_step(const Run& run, int number);

/// The same in the film of the run: beyond the last operation come those of the way back, and then the update. Requires: the film
/// is at its beginning.
Command go_to_film_step(const Run& run, int number);

/// --select PATH, or PATH[i,j,…].
Command select_tensor(const Run& run, const std::string& argument);

/// --head N and --sentence N, counted from 1.
Command select_head(const Run& run, Size number);
Command select_sentence(const Run& run, Size number);

}  // namespace vitrine
