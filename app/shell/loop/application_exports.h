#pragma once
/// Carries out the exports noted in the state.

#include "app/shell/loop/application.h"

namespace vitrine {

/// Must be called before a frame. Draws the requested picture or finds the requested tensors, which a job of the scheduler then
/// writes; writes one picture of a walk. Stores progress and failures in the state. The job's result comes from the scheduler.
void carry_out_exports(Application& application, Scheduler& scheduler);

}  // namespace vitrine
