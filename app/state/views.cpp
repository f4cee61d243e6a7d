#include "app/state/views.h"

namespace vitrine {

std::span<const ViewInfo> views() {
    static constexpr ViewInfo list[] = {
        {"map", "Map", "follow a pass from operation to operation"},
        {"attention", "Attention", "who looks at whom, head by head (A)"},
        {"train", "Train", "teach a model and watch (T)"},
    };
    return list;
}

}  // namespace vitrine
