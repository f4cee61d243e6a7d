#include <fmt/format.h>

#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/render/heatmap/heatmap_renderer.h"
#include "app/state/state.h"
#include "app/widgets/text.h"

namespace vitrine {

namespace {

/// "graphics memory: pictures 12 of 256 MB, attention 1.6 GB of 4 GB".
std::string memory_line(const Ui& ui, const State& state) {
    const HeatmapMemory memory = ui.heatmaps.memory();
    const auto megabytes = [](Size bytes) { return static_cast<double>(bytes) / (1 << 20); };
    std::string line =
        fmt::format("graphics memory: pictures {:.0f} of {:.0f} MB", megabytes(memory.bytes), megabytes(memory.limit));
    if (!memory.dropped.empty()) line += ", the oldest are dropped";
    if (!state.device.memory.empty()) line += ", " + state.device.memory;
    return line;
}

}  // namespace

float status_height(const Ui&, float, const State& state) { return state.device.attention.empty() ? 0 : 26; }

void draw_status(Ui& ui, const Rect& area, const State& state, Commands&) {
    ui.fill(area, ui.theme.panel);
    ui.fill({area.min, {area.max.x, area.min.y + 1}}, ui.theme.line);
    const float middle = area.centre().y, left = area.min.x + metrics::margin, right = area.max.x - metrics::margin;
    const std::string memory = memory_line(ui, state);
    constexpr float gap = 24, least_words = 320;
    const float needed = ui.width_of(Font::note, memory);
    const bool both = right - left - needed - gap >= least_words;
    const Interaction does = ui.place("status", area);
    if (does.hovered) ui.note({state.device.attention, memory}, area);
    if (both) {
        ui.text({right, middle}, Font::note, ui.theme.dim, memory, {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    ui.text(
        {left, middle}, Font::note, ui.theme.dim, state.device.attention,
        {.max_width = (both ? right - needed - gap : right) - left, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

}  // namespace vitrine
