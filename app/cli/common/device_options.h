#pragma once
/// The options for where attention is computed: [--device cpu|gpu|auto] [--gpu-memory MB].

#include "app/cli/common/command_line.h"
#include "app/shell/loop/gpu_attention.h"

namespace vitrine {

class DeviceOptions {
public:
    /// Adds the options to a command, or to the program itself. `usual`: the default of --device.
    DeviceOptions(CommandLine& command, ComputePlace usual);

    ComputePlace place() const { return values_->place; }

    /// Throws Error if the options contradict each other.
    GpuAttentionOptions attention() const;

private:
    struct Values {
        ComputePlace place = ComputePlace::processor;
        Size megabytes = 0;  ///< 0: the driver decides
    };
    std::shared_ptr<Values> values_;  // filled while the command line is parsed
};

}  // namespace vitrine
