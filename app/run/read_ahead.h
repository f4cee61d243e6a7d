#pragma once
/// Computes in advance what the screen needs to know about a whole run.

#include "app/run/run.h"

namespace vitrine {

/// Fills the caches in Run::readings. Takes about as long as making the run.
void read_ahead(const Run& run);

/// Whether a run has so few numbers that all of it is read.
bool is_read_ahead(const Run& run);

}  // namespace vitrine
