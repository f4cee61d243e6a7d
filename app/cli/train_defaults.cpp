#include "app/cli/train_defaults.h"

#include <algorithm>
#include <array>

namespace vitrine {

namespace {

constexpr Initialisation xavier = Initialisation::xavier, pytorch = Initialisation::pytorch;

constexpr std::array table{
    //             task        d_model heads layers d_ff dropout init     rate  batch steps epochs
    TrainDefaults{"copy", 32, 4, 2, 64, 0, xavier, 2e-3, 32, 1000, 0},
    TrainDefaults{"reverse", 32, 4, 2, 64, 0, xavier, 2e-3, 32, 3000, 0},
    TrainDefaults{"sort", 32, 4, 2, 64, 0, xavier, 2e-3, 32, 3000, 0},
    TrainDefaults{"addition", 64, 4, 2, 128, 0, xavier, 1e-3, 64, 6000, 0},
    TrainDefaults{"digits", 64, 4, 2, 128, 0, xavier, 1e-3, 32, 3000, 0},
    TrainDefaults{"navigation", 12, 3, 1, 24, 0, xavier, 1e-2, 2, 200, 0},
    TrainDefaults{"translation", 256, 8, 3, 512, 0.1, pytorch, 5e-4, 2, 0, 20},
    TrainDefaults{"english-french", 128, 4, 2, 256, 0, xavier, 1e-3, 64, 3000, 0},
};

constexpr TrainDefaults others{"", 128, 4, 2, 256, 0.1, xavier, 1e-3, 32, 2000, 0};

}  // namespace

const TrainDefaults& defaults_of(std::string_view task) {
    const auto found = std::ranges::find(table, task, &TrainDefaults::task);
    return found == table.end() ? others : *found;
}

}  // namespace vitrine
