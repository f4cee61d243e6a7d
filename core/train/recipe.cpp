#include "core/train/recipe.h"

#include <algorithm>
#include <array>

namespace vitrine {

namespace {

constexpr ScheduleKind constant = ScheduleKind::constant, cosine = ScheduleKind::cosine;
constexpr Initialisation xavier = Initialisation::xavier, pytorch = Initialisation::pytorch;

constexpr std::array recipes{
    //             task        d_model heads layers d_ff dropout init     rate  schedule batch steps epochs
    Recipe{"copy", 32, 4, 2, 64, 0, xavier, 2e-3, constant, 32, 1000, 0},
    Recipe{"reverse", 32, 4, 2, 64, 0, xavier, 2e-3, cosine, 32, 3000, 0},
    Recipe{"repeats", 64, 1, 2, 64, 0, xavier, 2e-3, cosine, 32, 2000, 0},
    Recipe{"sort", 32, 4, 2, 64, 0, xavier, 2e-3, cosine, 32, 3000, 0},
    Recipe{"addition", 16, 2, 1, 64, 0, xavier, 5e-3, cosine, 64, 10000, 0},
    Recipe{"digits", 64, 4, 2, 128, 0, xavier, 1e-3, cosine, 32, 3000, 0},
    Recipe{"navigation", 16, 4, 1, 32, 0, xavier, 1e-2, constant, 2, 200, 0},
    Recipe{"translation", 256, 8, 3, 512, 0.1, pytorch, 5e-4, constant, 2, 0, 20},
    Recipe{"english-french", 128, 4, 2, 256, 0, xavier, 1e-3, cosine, 64, 9000, 0},
};

constexpr Recipe others{"", 128, 4, 2, 256, 0.1, xavier, 1e-3, constant, 32, 2000, 0};

}  // namespace

const Recipe& recipe_for(std::string_view task) {
    const auto found = std::ranges::find(recipes, task, &Recipe::task);
    return found == recipes.end() ? others : *found;
}

}  // namespace vitrine
