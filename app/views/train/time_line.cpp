/// Draws the time line of a training: its moments, the shown one, and notable ones.

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/state.h"
#include "app/panel/aspect_choice.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/views/train/commands.h"
#include "app/views/train/progress_parts.h"
#include "app/views/train/time.h"
#include "app/views/train/time_events.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/gradients.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float track_height = 34, button_side = 30, gap = 12;

void draw_track(Ui& ui, const TimeTrack& track, const TimeSource& source, const State& state, Commands& commands) {
    const TimeView& time = state.of<TimeView>();
    const std::int64_t at = time.at.value_or(track.last);
    const float middle = track.area.centre().y + 4, handle = track.x_of(at);
    float drawn = -1e9f;
    for (const KeptMoment& moment : source.moments->all()) {
        const float x = track.x_of(moment.step);
        if (x - drawn < 3) continue;  // ticks that touch give no more information than one
        drawn = x;
        ui.fill({{x - 0.5f, middle - 12}, {x + 0.5f, middle - 6}}, ui.theme.faint);
    }
    const Rect line{{track.area.min.x, middle - 2}, {track.area.max.x, middle + 2}};
    ui.fill(line, ui.theme.raised, 2);
    ui.fill({line.min, {handle, line.max.y}}, ui.theme.accent, 2);
    ui.list.AddCircleFilled({handle, middle}, 8, ui.theme.canvas, 24);
    ui.list.AddCircle({handle, middle}, 7, ui.theme.accent, 24, 2.5f);

    const Interaction does = ui.control("time/track", track.area.inset(-3));
    if (!does.hovered && !does.held) return;
    const std::int64_t pointed = track.step_at(ui.pointer().position.x), kept = source.moments->nearest(pointed).step;
    const bool now = track.last - pointed < std::abs(pointed - kept);
    const std::int64_t step = now ? track.last : kept;
    if (does.held && step != at) now ? commands.push_back(ShowNow{}) : commands.push_back(ShowMoment{step});
    if (!does.held)
        ui.note({fmt::format("step {}", grouped(step)), "drag to show the model as it was at this step in every view"}, track.area);
}

/// Draws the selected tensor at some moments, side by side.
void draw_strip(Ui& ui, Column& column, const TimeSource& source, const State& state, Commands& commands) {
    const TimeView& time = state.of<TimeView>();
    const std::string& path = state.selection.tensor;
    if (time.strip.empty() || time.strip_of != source.model.get() || !state.run || !state.run->info(path)) return;
    constexpr float between = 10, widest = 104, highest = 84;
    const auto count = static_cast<float>(time.strip.size());
    const float room = std::min(widest, (column.width() - (count - 1) * between) / count);
    if (room < 24) return;
    const TensorInfo& shown = *state.run->info(path);
    const Block* block = state.run->outline().find(path) ? &state.run->outline().block_of(shown.step) : nullptr;
    const bool has_heads = state.run->find(path).layout.find(Axis::head) >= 0;
    // The runs of the strip have gradients only if these are shown.
    const Aspect chosen = aspect_of(*state.run, path, state.aspect), aspect = chosen == Aspect::both ? Aspect::value : chosen;
    std::string caption = name_of_numbers(aspect, shown.symbol);
    if (block) caption += ", " + (block->section == block->title ? block->title : block->section + ", " + block->title);
    if (has_heads) caption += fmt::format(", head {}", state.selection.head + 1);
    const Run& of_strip = *time.strip.front().run;
    if (state.run->batch && of_strip.batch && !(*state.run->batch == *of_strip.batch))
        caption += source.is_training ? ", for the sentences of the training" : ", for the sentences of the model's folder";
    else if (!state.run->edits.empty())
        caption += ", without your changes";
    if (aspect != Aspect::value) draw_aspect_title(ui, column, "time/numbers-shown", *state.run, aspect);
    column.text(Font::note, ui.theme.dim, caption, 6);
    const float top = column.y;
    float bottom = top, left = column.left;
    for (const TimePicture& picture : time.strip) {
        const TensorInfo* info = picture.run->info(path);
        const TensorView tensor = find_tensor(*picture.run, path, aspect);
        if (!info || !tensor.present()) continue;
        const Size sentence = std::min(state.selection.sentence, sentence_count(*picture.run) - 1);
        const PlanePicture drawn = picture_of(*picture.run, *info, plane_of(*picture.run, *info, sentence, state.selection.head),
                                              ui.theme, state.share_colours, aspect);
        const ImVec2 size = thumbnail_size(drawn.cells.rows(), drawn.cells.columns(), {room, highest});
        const Rect area = rect_at({left, top}, std::max(8.0f, size.x), std::max(8.0f, size.y));
        if (ui.sees(area)) add_heatmap(ui.list, ui.heatmaps, area, drawn.cells, drawn.style);
        const bool current = time.at ? *time.at == picture.step : picture.step == source.now;
        const Rect whole{{area.min.x - 3, area.min.y - 3}, {area.max.x + 3, area.max.y + 20}};
        const Interaction does = ui.control(fmt::format("time/picture/{}", picture.step), whole);
        ui.frame(area.inset(-2), current ? ui.theme.accent : does.hovered ? ui.theme.dim : ui.theme.line, 3, current ? 2.0f : 1.0f);
        ui.text({area.centre().x, area.max.y + 6}, Font::label, current ? ui.theme.accent : ui.theme.dim, grouped(picture.step),
                {.align = Align::centre});
        if (does.clicked) picture.step == source.now ? commands.push_back(ShowNow{}) : commands.push_back(ShowMoment{picture.step});
        bottom = std::max(bottom, area.max.y + 22);
        left += room + between;
    }
    column.y = bottom + 8;
}

/// Draws the buttons for what can be done with the shown moment.
void draw_moment_buttons(Ui& ui, Column& column, const TimeSource& source, const State& state, Commands& commands) {
    const TimeView& time = state.of<TimeView>();
    const Rect row = column.row(28, 4);
    float left = row.min.x;
    const auto next = [&](const char* name, const std::string& label, std::string_view tip, bool enabled = true) {
        const float width = ui.width_of(Font::body_strong, label) + 22;
        const Rect area = rect_at({left, row.min.y}, std::min(width, row.max.x - left), row.height());
        left = area.max.x + 8;
        return button(ui, name, area, {.label = label, .tip = tip, .enabled = enabled});
    };
    if (next("time/pin", "Pin as A", "compare other moments, or another run, with this one")) commands.push_back(PinMoment{});
    if (time.at && next("time/now", "Back to now", "show the newest moment again")) commands.push_back(ShowNow{});
    if (!time.at && source.is_training) return;                                     // it goes on from now by itself
    if (std::ranges::none_of(source.moments->all(), &KeptMoment::is_full)) return;  // nothing continues from weights alone
    const std::int64_t step = time.at.value_or(source.now);
    const std::string why = going_on_refusal(state, step);
    const std::string tip = !why.empty()         ? why
                            : source.is_training ? "training continues from here, bit for bit as before; later steps are deleted"
                                                 : "a training continues from here as before; the files are not changed";
    if (next("time/go-on", fmt::format("Continue from step {}", grouped(step)), tip, why.empty()))
        commands.push_back(GoOnFromMoment{step});
}

/// "step 517 of 2 000, the saved one nearest to 529".
std::string moment_words(const TimeView& time, std::int64_t now) {
    const std::string words = fmt::format("step {} of {}", grouped(*time.at), grouped(now));
    return time.asked == *time.at ? words : words + ", the saved one nearest to " + grouped(time.asked);
}

/// How many moments there are, and where.
std::string memory_words(const Moments& moments) {
    const std::size_t count = moments.all().size();
    if (!moments.all().front().is_in_memory())
        return fmt::format("{}, each in a folder of its own", counted(static_cast<Size>(count), "moment"));
    return fmt::format("{} moments saved · {:.0f} of {} MB", count, static_cast<double>(moments.bytes()) / double(1 << 20),
                       moments.budget() >> 20);
}

}  // namespace

void draw_time(Ui& ui, Column& column, const State& state, Commands& commands) {
    const TimeSource source = time_source(state);
    if (!source || source.now == 0) return;
    const TimeView& time = state.of<TimeView>();
    const Rect title = column.row(progress_title_height, 8);
    const std::string memory = memory_words(*source.moments);
    const float right = ui.text({title.max.x, title.centre().y}, Font::note, ui.theme.dim, memory,
                                {.align = Align::right, .vertical = VerticalAlign::middle})
                            .min.x;
    draw_progress_title(ui, {title.min, {right - 12, title.max.y}}, "Time",
                        time.at ? moment_words(time, source.now) : "drag or play: every view follows");
    ui.place("time/title", title);
    const Rect row = column.row(track_height, 2);
    const Rect play = rect_at({row.min.x, row.centre().y - button_side / 2 + 4}, button_side, button_side);
    if (button(
            ui, "time/play", play,
            {.icon = time.playing ? Icon::pause : Icon::play, .tip = time.playing ? "stop here" : "replay the training as a film"}))
        commands.push_back(PlayTime{!time.playing});
    const TimeTrack track{{{play.max.x + gap, row.min.y}, {row.max.x - 8, row.max.y}}, source.now};
    draw_track(ui, track, source, state, commands);
    draw_events(ui, column, track, *source.moments, state, commands);
    draw_strip(ui, column, source, state, commands);
    draw_moment_buttons(ui, column, source, state, commands);
    column.gap(18);
}

}  // namespace vitrine
