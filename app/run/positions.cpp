#include "app/run/positions.h"

namespace vitrine {

std::string positions_tensor(Side side) { return path_of(side) + ".positions"; }

Side side_of_positions(const std::string& tensor) {
    for (const Side side : {Side::source, Side::target}) {
        if (tensor == positions_tensor(side)) return side;
    }
    return Side::none;
}

}  // namespace vitrine
