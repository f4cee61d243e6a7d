#pragma once
/// Carries out the exports noted in the state.

#include "app/shell/loop/application.h"

namespace vitrine {

/// To be called before a frame. Draws the wanted picture or finds the wanted tensors, which a job of the scheduler then writes;
/// writes one picture of a walk. Stores progress and failures in the state; the job's result comes from the scheduler.
void carry_out_exports(Application& application, Scheduler& scheduler);

}  // namespace vitrine
