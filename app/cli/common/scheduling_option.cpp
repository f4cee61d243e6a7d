#include "app/cli/common/scheduling_option.h"

#include "core/tensor/parallel.h"

namespace vitrine {

SchedulingOption::SchedulingOption(CommandLine& command) : one_thread_(std::make_shared<bool>(false)) {
    command.add_flag("--one-thread", *one_thread_, "Do everything on one thread, in slices between frames, as in a browser");
}

Scheduling SchedulingOption::take() const {
    if (!*one_thread_) return Scheduling::threads;
    set_threads(1);
    return Scheduling::slices;
}

}  // namespace vitrine
