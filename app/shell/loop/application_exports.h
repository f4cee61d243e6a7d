#pragma once
/// Carries out the exports that the state asks for.

#include "app/shell/loop/application.h"

namespace vitrine {

/// Before a frame of the program: draws the picture or begins to write the tensors that are wanted, which `saving` then finishes
/// away from the drawing thread, and writes one picture of a walk. How far it is, and what came of it, is in the state afterwards,
/// also where it failed.
void carry_out_exports(Application& application, Saving& saving);

}  // namespace vitrine
