#include "app/panels/menu.h"

#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_height = 48, width = 420;

void draw_entry(Ui& ui, const Rect& row, const SampleInfo& sample, const State& state, Commands& commands) {
    const Interaction does = ui.control("top/sample/" + sample.name, row);
    const bool open = state.run && state.run->model.name == sample.name;
    if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    if (open) ui.fill(rect_at({row.min.x, row.min.y + 10}, 3, row.height() - 20), ui.theme.accent, 1);
    ui.text({row.min.x + 14, row.min.y + 7}, Font::body_strong, ui.theme.text, sample.name);
    ui.text({row.min.x + 14, row.min.y + 26}, Font::note, ui.theme.dim, sample.title,
            {.max_width = row.width() - 28, .shorten = Shorten::end});
    if (!does.clicked) return;
    OpenModel command;
    command.request.sample = sample.name;
    commands.push_back(command);
}

}  // namespace

void draw_menu(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "top/sample") return;
    ui.begin_popup();
    const std::vector<SampleInfo>& samples = state.samples;
    const float top = area.min.y + 46;
    const Rect box = rect_at({area.min.x + 112, top}, width, 12 + row_height * static_cast<float>(samples.size()));
    ui.fill(box.inset(-1).moved(0, 3), ui.theme.shadow, metrics::card_radius);
    ui.fill(box, ui.theme.panel, metrics::card_radius);
    ui.frame(box, ui.theme.line, metrics::card_radius);
    ui.place("menu", box);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const float y = box.min.y + 6 + row_height * static_cast<float>(i);
        draw_entry(ui, rect_at({box.min.x + 6, y}, width - 12, row_height), samples[i], state, commands);
    }
    ui.end_popup();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
}

}  // namespace vitrine
