#include "app/widgets/limits.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

double most_scale_of(int width, int height) {
    const double room =
        std::min(static_cast<double>(width) / least_picture.width, static_cast<double>(height) / least_picture.height);
    return std::min(most_scale, std::floor(4 * room) / 4);
}

void check_size(int width, int height, double scale) {
    const int least_width = static_cast<int>(std::ceil(least_picture.width * scale));
    const int least_height = static_cast<int>(std::ceil(least_picture.height * scale));
    if (width >= least_width && height >= least_height) return;
    throw Error(fmt::format("a picture of {}x{} pixels is too small: at scale {} it has to be at least {}x{}", width, height, scale,
                            least_width, least_height));
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
