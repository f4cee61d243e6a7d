#include "app/panels/panels.h"

#include "app/panels/batch.h"
#include "app/panels/figure.h"
#include "app/panels/inspector.h"
#include "app/panels/message.h"
#include "app/panels/operations.h"
#include "app/panels/progress.h"
#include "app/panels/samples.h"
#include "app/panels/tasks.h"
#include "app/panels/top_bar.h"
#include "app/panels/train.h"
#include "app/panels/transport.h"

namespace vitrine {

std::span<const Panel> panels() {
    // In the order of drawing, which is also the order of Tab.
    static constexpr Panel list[] = {
        {Views::all, Place::top, draw_top_bar},     {Views::map, Place::left_top, draw_batch, batch_height},
        {Views::map, Place::left, draw_operations}, {Views::map, Place::centre, draw_figure},
        {Views::train, Place::left, draw_train},    {Views::train, Place::centre, draw_progress},
        {Views::all, Place::right, draw_inspector}, {Views::map, Place::bottom, draw_transport},
        {Views::all, Place::overlay, draw_message}, {Views::all, Place::overlay, draw_samples},
        {Views::all, Place::overlay, draw_tasks},
    };
    return list;
}

bool is_in(const Panel& panel, View view) {
    return panel.views == Views::all || (panel.views == Views::train) == (view == View::train);
}

}  // namespace vitrine
