#include "app/frame/panels.h"

#include "app/frame/batch/batch.h"
#include "app/frame/batch/cell_field.h"
#include "app/frame/batch/field_choices.h"
#include "app/frame/inspector/inspector.h"
#include "app/frame/menus.h"
#include "app/frame/message.h"
#include "app/frame/operations.h"
#include "app/frame/pages/pages.h"
#include "app/frame/palette.h"
#include "app/frame/samples.h"
#include "app/frame/status.h"
#include "app/frame/top_bar.h"
#include "app/frame/transport.h"
#include "app/views/attention/panel.h"
#include "app/views/compare/panel.h"
#include "app/views/design/panel.h"
#include "app/views/generate/panel.h"
#include "app/views/map/panel.h"
#include "app/views/masks/panel.h"
#include "app/views/positions/panel.h"
#include "app/views/tensors/panel.h"
#include "app/views/tokens/panel.h"
#include "app/views/train/panel.h"
#include "app/views/train/progress.h"
#include "app/views/train/tasks.h"

namespace vitrine {

std::span<const Panel> panels() {
    // In the order of drawing, which is also the order of Tab.
    static constexpr Panel list[] = {
        {ViewSet::all(), Place::top, draw_top_bar},
        {ViewSet::all(), Place::strip, draw_compare_strip, compare_strip_height},
        {{View::map, View::attention, View::masks, View::positions, View::design, View::generate},
         Place::left_top,
         draw_batch,
         batch_height},
        {{View::map}, Place::left, draw_operations},
        {{View::map}, Place::centre, draw_map},
        {{View::tensors}, Place::left, draw_tensors_list},
        {{View::tensors}, Place::centre, draw_tensors},
        {{View::attention}, Place::left, draw_attention_heads},
        {{View::attention}, Place::centre, draw_attention},
        {{View::attention}, Place::right, draw_attention_reading},
        {{View::masks}, Place::left, draw_mask_list},
        {{View::masks}, Place::centre, draw_masks},
        {{View::masks}, Place::right, draw_leak_test},
        {{View::positions}, Place::left, draw_position_choices},
        {{View::positions}, Place::centre, draw_positions},
        {{View::design}, Place::left, draw_design_list},
        {{View::design}, Place::centre, draw_design},
        {{View::design}, Place::right, draw_design_model},
        {{View::train}, Place::left, draw_train},
        {{View::train}, Place::centre, draw_progress},
        {{View::generate}, Place::left, draw_generate_choices},
        {{View::generate}, Place::centre, draw_generate},
        {{View::tokens}, Place::left, draw_token_choices},
        {{View::tokens}, Place::centre, draw_tokens},
        {{View::compare}, Place::left, draw_compare_list},
        {{View::compare}, Place::centre, draw_compare},
        {{View::map, View::tensors, View::positions, View::train}, Place::right, draw_inspector},
        {{View::map}, Place::bottom, draw_transport},
        {ViewSet::all(), Place::status, draw_status, status_height},
        {{View::map, View::attention, View::masks, View::positions, View::generate}, Place::overlay, draw_field_choices},
        {ViewSet::all(), Place::overlay, draw_cell_field},
        {ViewSet::all(), Place::overlay, draw_message},
        {ViewSet::all(), Place::overlay, draw_samples},
        {ViewSet::all(), Place::overlay, draw_tasks},
        {ViewSet::all(), Place::overlay, draw_menus},
        {ViewSet::all(), Place::overlay, draw_palette},
        {ViewSet::all(), Place::overlay, draw_pages},
    };
    return list;
}

}  // namespace vitrine
