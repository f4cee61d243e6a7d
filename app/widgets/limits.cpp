#include "app/widgets/limits.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

double most_scale_of(int width, int height) {
    const auto room_for = [&](const LogicalSize& least) {
        return std::min(static_cast<double>(width) / least.width, static_cast<double>(height) / least.height);
    };
    const double room = std::max(room_for(least_picture), room_for(least_tall_picture));
    return std::min(most_scale, std::floor(4 * room) / 4);
}

void check_size(int width, int height, double scale) {
    const auto pixels = [scale](int logical) { return static_cast<int>(std::ceil(logical * scale)); };
    const auto fits = [&](const LogicalSize& least) { return width >= pixels(least.width) && height >= pixels(least.height); };
    if (fits(least_picture) || fits(least_tall_picture)) return;
    const LogicalSize& least = height > width ? least_tall_picture : least_picture;
    throw Error(fmt::format("a picture of {}x{} pixels is too small: at scale {} it has to be at least {}x{}", width, height, scale,
                            pixels(least.width), pixels(least.height)));
}

void check_fineness(int width, int height, double scale, double pixels) {
    const double wide = width * pixels, high = height * pixels;
    if (wide > most_side || high > most_side) {
        throw Error(
            fmt::format("a picture of {:.0f}x{:.0f} pixels is too large: each side can have {} at most", wide, high, most_side));
    }
    if (scale * pixels > most_fineness) {
        throw Error(fmt::format("{} pixels for each at a scale of {} are too many: multiplied they can be {} at most", pixels,
                                scale, most_fineness));
    }
}

}  // namespace vitrine
