#include "app/cli/window.h"

#include "app/shell/desktop.h"

namespace vitrine {

void WindowCommand::run() const {
    run_desktop({.request = model_.request_or("navigation"), .scale = view_.scale(), .appearance = view_.appearance()});
}

}  // namespace vitrine
