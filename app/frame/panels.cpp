#include "app/frame/panels.h"

#include "app/frame/batch/batch.h"
#include "app/frame/pages/pages.h"
#include "app/frame/sheets/panels.h"
#include "app/panel/aspect_choice.h"

namespace vitrine {

namespace {

/// The two strips, one below the other.
void draw_strips(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const float split = area.min.y + compare_strip_height(ui, area.width(), state);
    draw_compare_strip(ui, {area.min, {area.max.x, split}}, state, commands);
    draw_generated_strip(ui, {{area.min.x, split}, area.max}, state, commands);
}

float strips_height(const Ui& ui, float width, const State& state) {
    return compare_strip_height(ui, width, state) + generated_strip_height(ui, width, state);
}

}  // namespace

std::span<const Panel> panels_before_view() {
    static constexpr Panel list[] = {
        {Place::top, draw_top_bar},
        {Place::strip, draw_strips, strips_height},
    };
    return list;
}

std::span<const Panel> panels_after_view() {
    static constexpr Panel list[] = {
        {Place::handle, draw_sheet_handle}, {Place::buttons, draw_sheet_buttons}, {Place::status, draw_status, status_height},
        {Place::overlay, draw_cell_field},  {Place::overlay, draw_message},       {Place::overlay, draw_samples},
        {Place::overlay, draw_more},        {Place::overlay, draw_aspect_list},   {Place::overlay, draw_menus},
        {Place::overlay, draw_palette},     {Place::overlay, draw_pages},
    };
    return list;
}

}  // namespace vitrine
