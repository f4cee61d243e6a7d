#include "app/lesson/recording.h"

#include <fmt/format.h>

#include "app/lesson/panel/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

void draw_recording(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonRecording& recording = state.of<LessonRecording>();
    say(column, ui.theme.dim,
        "Go through the program as you would show it. Every state that you bring it into becomes a step of the draft, for which "
        "you then write the text.");
    std::size_t place = 0;
    for (const RecordedState& step : recording.steps) {
        const std::string view(module_of(state.modules, step.view).label);
        const Rect row = column.row(40);
        ui.text(row.min, Font::body_strong, ui.theme.text, fmt::format("{}. {}", ++place, view));
        ui.text({row.min.x, row.min.y + 18}, Font::mono_small, ui.theme.dim, step.tensor, {.max_width = row.width()});
    }
    column.gap(8);
    constexpr float height = 34;
    const bool some = !recording.steps.empty();
    if (button(ui, "lesson/record/save", column.row(height, 8),
               {.label = "Save the draft",
                .look = ButtonLook::primary,
                .tip = "as a file; docs/LESSONS.md describes it",
                .enabled = some}))
        commands.push_back(SaveRecording{});
    const Rect row = column.row(height, 8);
    if (button(ui, "lesson/record/drop", row.part(0, 2, 8), {.label = "Drop the last", .enabled = some}))
        commands.push_back(DropRecordedStep{});
    if (button(ui, "lesson/record/stop", row.part(1, 2, 8), {.label = "Stop"})) commands.push_back(RecordLesson{false});
}

}  // namespace vitrine
