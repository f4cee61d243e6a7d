#include "app/cli/window.h"

#include "app/cli/commands.h"
#include "app/shell/desktop/desktop.h"

namespace vitrine {

void WindowCommand::run() const {
    const bool named = model_.names_something();
    if (link_.given()) link_.request(model_);
    const int signal = run_desktop({.request = named ? std::optional(model_.request_or(first_sample)) : std::nullopt,
                                    .scale = view_.scale(),
                                    .theme = view_.theme(),
                                    .session = session_.file(),
                                    .link = link_.text(),
                                    .opens = open_.paths(),
                                    .attention = device_.attention()});
    if (signal) throw Ended({}, 128 + signal);
}

}  // namespace vitrine
