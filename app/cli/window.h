#pragma once
/// Runs the program without a subcommand, which opens the window.

#include "app/cli/common/device_options.h"
#include "app/cli/common/link_option.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/session_option.h"
#include "app/cli/common/view_options.h"
#include "app/cli/operands.h"

namespace vitrine {

class WindowCommand {
public:
    /// Adds the window's options to the program.
    explicit WindowCommand(CommandLine& program)
        : model_(program),
          view_(program, ViewOptions::Size::of_the_display),
          device_(program, ComputePlace::by_size),
          session_(program),
          link_(program),
          open_(program) {}

    /// Shows the model until the window is closed. Throws Error if there is no display.
    void run() const;

private:
    ModelOptions model_;
    ViewOptions view_;
    DeviceOptions device_;
    SessionOption session_;
    LinkOption link_;
    OpenOption open_;
};

}  // namespace vitrine
