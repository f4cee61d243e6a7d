#pragma once
/// Runs of folders that `transformers` has written, on their batches.

#include <string>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/state.h"
#include "tests/test_data.h"

namespace vitrine::tests {

inline std::shared_ptr<const Run> family_run(const std::string& name) {
    const auto folder = test_data("goldens/families/" + name);
    return make_run(ModelRequest{.folder = folder, .batch = folder / "batch.json"});
}

inline State opened_family(const std::string& name) {
    State state = new_state();
    apply(state, ShowRun{family_run(name)});
    return state;
}

}  // namespace vitrine::tests
