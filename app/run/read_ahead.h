#pragma once
/// What the screen asks of a whole run, found out before it is shown.

#include "app/run/run.h"

namespace vitrine {

/// Takes about as long as making the run. The run remembers it.
void read_ahead(const Run& run);

}  // namespace vitrine
