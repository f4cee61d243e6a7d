#include <optional>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/base/home_path.h"
#include "app/export/exporting.h"
#include "app/frame/panels.h"
#include "app/panel/measures.h"
#include "app/state/late_files.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct Line {
    std::string text;
    Colour frame;
    std::optional<Command> close = CloseMessage{};
};

std::string file_line(const FileUnderWay& file) {
    if (file.stopping) return "Stopping …";
    const std::string share = file.done > 0 ? ": " + percent(file.done) : "";
    return fmt::format("Saving {}{} … Escape stops.", words_of(file), share);
}

/// An error takes precedence over work in progress, and that over a notice of finished work.
Line line_in(const State& state, const Theme& theme) {
    if (!state.message.empty()) return {without_dropped_folders(state.message), theme.error};
    if (const auto& walk = state.of<Exporting>().walk) {
        return {fmt::format("Saving picture {} of {} … Escape stops.", walk->done + 1, walk->run->last_step() + 1), theme.line,
                CancelExport{}};
    }
    if (const auto& file = state.of<Exporting>().file) return {file_line(*file), theme.line, CancelExport{}};
    if (std::string fetching = fetching_line(state.of<LateFiles>()); !fetching.empty())
        return {std::move(fetching), theme.line, std::nullopt};
    return {state.notice, theme.line};
}

}  // namespace

void draw_message(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const Line line = line_in(state, ui.theme);
    if (line.text.empty()) return;
    constexpr float height = 40, side = 24, gap = 16, transport = 72, buttons = 56;
    const bool phone = form_of(ui.size()) == Form::phone;
    const float lowest = area.max.y - gap - (state.view == View::map ? transport : 0) - (phone ? buttons : 0);
    const float width = std::min(area.width() - (phone ? 24 : 80), ui.width_of(Font::body, line.text) + 72);
    const Rect box = rect_at({area.centre().x - width / 2, lowest - height}, width, height);
    const Interaction does = begin_floating_box(ui, "message", box, {.radius = metrics::radius_large, .frame = line.frame});
    ui.text({box.min.x + 16, box.centre().y}, Font::body, ui.theme.text, line.text,
            {.max_width = width - 60, .vertical = VerticalAlign::middle});
    if (does.hovered) ui.note({line.text});
    if (!line.close) return ui.end_floating();
    const Rect cross = rect_at({box.max.x - side - 8, box.centre().y - side / 2}, side, side);
    if (button(ui, "message/close", cross, {.icon = Icon::cross, .look = ButtonLook::ghost})) {
        commands.push_back(*line.close);
    }
    ui.end_floating();
}

}  // namespace vitrine
