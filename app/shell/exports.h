#pragma once
/// Carries out the exports that the state asks for.

#include "app/shell/application.h"

namespace vitrine {

/// Before a frame of the program: writes the picture or the tensor that is wanted, and one picture of a walk. What came of it is
/// in the state afterwards, also where it failed.
void carry_out_exports(Application& application);

}  // namespace vitrine
