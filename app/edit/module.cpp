#include "app/edit/module.h"

#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/state/state.h"

namespace vitrine {

const Module edit_module{
    .name = "edits",
    .follow = follow_field,
    .missing = missing_edits,
    .actions = edit_actions,
    .describe = describe_edits,
};

}  // namespace vitrine
