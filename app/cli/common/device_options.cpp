#include "app/cli/common/device_options.h"

#include <map>
#include <string>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

const std::map<std::string, ComputePlace>& places() {
    static const std::map<std::string, ComputePlace> names{
        {"cpu", ComputePlace::processor}, {"gpu", ComputePlace::graphics_card}, {"auto", ComputePlace::by_size}};
    return names;
}

}  // namespace

DeviceOptions::DeviceOptions(CommandLine& command, ComputePlace usual) : values_(std::make_shared<Values>()) {
    values_->place = usual;
    const bool by_size = usual == ComputePlace::by_size;
    command
        .add_option_function(
            "--device", [values = values_](const std::string& name) { values->place = places().at(name); },
            by_size ? "Where attention is computed: auto (default, depends on its size), gpu (compute shaders, OpenGL 4.3) or cpu"
                    : "Where attention is computed: cpu (default), gpu (compute shaders, OpenGL 4.3) or auto (depends on its size)")
        .one_of({"cpu", "gpu", "auto"})
        .type_name("cpu|gpu|auto");
    command
        .add_option("--gpu-memory", values_->megabytes, "The most memory that buffers on the graphics card may take, in megabytes")
        .between(Size{1}, Size{1} << 30)
        .type_name("MB");
}

GpuAttentionOptions DeviceOptions::attention() const {
    constexpr Size megabyte = 1'000'000;
    if (values_->place == ComputePlace::processor && values_->megabytes > 0)
        throw Error("--gpu-memory goes with --device gpu or auto");
    return {.place = values_->place, .gpu = {.memory_limit = values_->megabytes * megabyte}};
}

}  // namespace vitrine
