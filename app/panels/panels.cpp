#include "app/panels/panels.h"

#include "app/panels/batch.h"
#include "app/panels/figure.h"
#include "app/panels/inspector.h"
#include "app/panels/menu.h"
#include "app/panels/message.h"
#include "app/panels/operations.h"
#include "app/panels/top_bar.h"
#include "app/panels/transport.h"

namespace vitrine {

std::span<const Panel> panels() {
    // In the order of drawing, which is also the order of Tab.
    static constexpr Panel list[] = {
        {Place::top, draw_top_bar},     {Place::left_top, draw_batch, batch_height},
        {Place::left, draw_operations}, {Place::centre, draw_figure},
        {Place::right, draw_inspector}, {Place::bottom, draw_transport},
        {Place::overlay, draw_message}, {Place::overlay, draw_menu},
    };
    return list;
}

}  // namespace vitrine
