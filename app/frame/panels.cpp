#include "app/frame/panels.h"

#include "app/frame/batch/batch.h"
#include "app/frame/pages/pages.h"
#include "app/frame/sheets/panels.h"

namespace vitrine {

std::span<const Panel> panels_before_view() {
    static constexpr Panel list[] = {
        {Place::top, draw_top_bar},
        {Place::strip, draw_compare_strip, compare_strip_height},
    };
    return list;
}

std::span<const Panel> panels_after_view() {
    static constexpr Panel list[] = {
        {Place::handle, draw_sheet_handle}, {Place::buttons, draw_sheet_buttons}, {Place::status, draw_status, status_height},
        {Place::overlay, draw_cell_field},  {Place::overlay, draw_message},       {Place::overlay, draw_samples},
        {Place::overlay, draw_menus},       {Place::overlay, draw_palette},       {Place::overlay, draw_pages},
    };
    return list;
}

}  // namespace vitrine
