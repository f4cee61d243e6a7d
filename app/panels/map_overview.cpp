/// All of the model, small, in a corner of the canvas.

#include "app/panels/map_parts.h"

namespace vitrine {

void draw_overview(MapCanvas&) {}

}  // namespace vitrine
