#pragma once
/// Where attention is computed, on the command line: [--device cpu|gpu|auto] [--gpu-memory MB].

#include "app/cli/common/command_line.h"
#include "app/shell/loop/gpu_attention.h"

namespace vitrine {

class DeviceOptions {
public:
    /// Adds the options to a command, or to the program itself. `usual`: where it is computed when nothing is said.
    DeviceOptions(CommandLine& command, ComputePlace usual);

    ComputePlace place() const { return values_->place; }

    /// Throws Error where the options do not go together.
    GpuAttentionOptions attention() const;

private:
    struct Values {
        ComputePlace place = ComputePlace::processor;
        Size megabytes = 0;  ///< 0: as many as there are
    };
    std::shared_ptr<Values> values_;  // filled while the command line is parsed
};

}  // namespace vitrine
