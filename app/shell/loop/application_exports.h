#pragma once
/// Carries out the exports that the state asks for.

#include "app/shell/loop/application.h"

namespace vitrine {

/// Before a frame of the program: draws the picture or finds the tensors that are wanted, which a job of the scheduler then writes,
/// and writes one picture of a walk. How far it is, or that it failed, is in the state afterwards; what came of the job the
/// scheduler says.
void carry_out_exports(Application& application, Scheduler& scheduler);

}  // namespace vitrine
