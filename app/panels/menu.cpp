#include "app/panels/menu.h"

#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_height = 48, width = 420;

void draw_entry(Ui& ui, const Rect& row, const SampleInfo& sample, const State& state, Commands& commands) {
    const Interaction does = ui.control("top/sample/" + sample.name, row);
    const bool open = state.run && state.run->model->name == sample.name;
    if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    if (open) ui.fill(rect_at({row.min.x, row.min.y + 10}, 3, row.height() - 20), ui.theme.accent, 1);
    ui.text({row.min.x + 14, row.min.y + 7}, Font::body_strong, ui.theme.text, sample.name);
    ui.text({row.min.x + 14, row.min.y + 26}, Font::note, sample.problem.empty() ? ui.theme.dim : ui.theme.error,
            sample.problem.empty() ? sample.title : sample.problem, {.max_width = row.width() - 28, .shorten = Shorten::end});
    if (!does.clicked) return;
    OpenModel command;
    command.request.sample = sample.name;
    commands.push_back(command);
}

}  // namespace

void draw_menu(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "top/sample") return;
    const std::vector<SampleInfo>& samples = state.samples;
    const float content = row_height * static_cast<float>(samples.size());
    const ImVec2 corner{area.min.x + 112, area.min.y + 46};
    const float height = std::min(content + 12, area.max.y - corner.y - 12);
    const Rect box = rect_at(corner, std::min(width, area.max.x - corner.x - 12), height);

    ui.begin_floating(box);
    ui.fill(box.inset(-1).moved(0, 3), ui.theme.shadow, metrics::card_radius);
    ui.fill(box, ui.theme.panel, metrics::card_radius);
    ui.frame(box, ui.theme.line, metrics::card_radius);
    ui.place("menu", box);
    float y = begin_scroll(ui, "menu", box.inset(6), state);
    for (const SampleInfo& sample : samples) {
        draw_entry(ui, rect_at({box.min.x + 6, y}, box.width() - 12, row_height), sample, state, commands);
        y += row_height;
    }
    end_scroll(ui, "menu", y, commands);
    ui.end_floating();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
}

}  // namespace vitrine
