#include "app/frame/pages/pages.h"

#include <algorithm>

#include "app/export/exporting.h"
#include "app/export/figure_export.h"
#include "app/export/transcript.h"
#include "app/frame/pages/parts.h"
#include "app/importing/page/page.h"
#include "app/importing/state.h"
#include "app/selftest/self_test.h"
#include "app/state/leaving.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"

namespace vitrine {

namespace {

struct Page {
    const char* name;  ///< State::menu while it is open
    const char* title;
    float width, height;  ///< if the window has room for them
    void (*draw)(Ui&, Column&, const State&);
    void (*draw_controls)(Ui&, Column&, const State&, Commands&) = nullptr;  ///< used instead for a page that acts
};

constexpr Page pages[] = {{"page/keys", "Keys", 640, 760, draw_keys_page},
                          {"page/transcript", "Transcript of this step", 680, 820, draw_transcript_page},
                          {export_page, "Save as a file", 620, 420, nullptr, draw_save_page},
                          {import_page, "Import a model", 1400, 2000, nullptr, draw_import_page},
                          {figure_page, "Save a figure", 640, 720, nullptr, draw_figure_page},
                          {card_page, "About this model", 640, 620, draw_card_page},
                          {self_test_page, "Self-test", 760, 820, nullptr, draw_self_test_page},
                          {"page/about", "About Vitrine", 520, 460, draw_about_page},
                          {leave_page, "Quit?", 520, 260, nullptr, draw_leave_page}};

constexpr float title_height = 56;

void draw_title(Ui& ui, const Rect& line, const Page& page, Commands& commands) {
    constexpr float side = metrics::control, copy_width = 96;
    const Rect cross = rect_at({line.max.x - side, line.centre().y - side / 2}, side, side);
    if (button(ui, std::string(page.name) + "/close", cross,
               {.icon = Icon::cross, .look = ButtonLook::ghost, .tip = "close (Escape)"})) {
        commands.push_back(SetMenu{""});
    }
    float right = cross.min.x - 12;
    if (std::string_view(page.name) == "page/transcript") {
        const Rect copy = rect_at({right - copy_width, cross.min.y}, copy_width, side);
        if (button(ui, "page/transcript/copy", copy, {.label = "Copy all", .tip = "to the clipboard (Ctrl+Shift+C)"})) {
            commands.push_back(CopyTranscript{});
        }
        right = copy.min.x - 12;
    }
    ui.text({line.min.x, line.centre().y}, Font::title, ui.theme.text, page.title,
            {.max_width = right - line.min.x, .vertical = VerticalAlign::middle});
}

void draw_page(Ui& ui, const Rect& area, const Page& page, const State& state, Commands& commands) {
    constexpr float edge = 16;
    const float width = std::min(page.width, area.width() - 2 * edge);
    const float height = std::min(page.height, area.height() - 2 * edge);
    const Rect box = rect_at({area.centre().x - width / 2, area.centre().y - height / 2}, width, height);
    ui.fill(area, faded(ui.theme.canvas, 0.6f));
    begin_floating_box(ui, page.name, box, {.radius = metrics::block_radius});
    draw_title(ui, {{box.min.x + metrics::wide_margin, box.min.y}, {box.max.x - 14, box.min.y + title_height}}, page, commands);
    const Rect view{{box.min.x, box.min.y + title_height}, {box.max.x, box.max.y - 8}};
    Column column = begin_column(ui, "page", view, state, metrics::wide_margin, 0);
    page.draw ? page.draw(ui, column, state) : page.draw_controls(ui, column, state, commands);
    end_column(column, "page", commands, 16);
    ui.end_floating();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
}

}  // namespace

void draw_pages(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    for (const Page& page : pages) {
        if (state.menu == page.name) draw_page(ui, area, page, state, commands);
    }
}

}  // namespace vitrine
