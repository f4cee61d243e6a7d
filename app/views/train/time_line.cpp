/// Draws the time line of a training: its moments, the shown one, and notable ones.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/compare/state.h"
#include "app/panel/aspect_choice.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/views/train/commands.h"
#include "app/views/train/progress_parts.h"
#include "app/views/train/time.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/gradients.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float track_height = 34, button_side = 30, gap = 12;

Colour colour_of(EventKind kind, const Theme& theme) {
    switch (kind) {
        case EventKind::first_right:
        case EventKind::all_right:
            return theme.good;
        case EventKind::head_forms:
            return theme.attention;
        case EventKind::loss_knee:
            return theme.accent;
        default:
            return theme.error;
    }
}

/// The line itself, from step 0 to the newest moment.
struct TimeTrack {
    Rect area;
    std::int64_t last;

    float x_of(std::int64_t step) const {
        return area.min.x + area.width() * static_cast<float>(step) / static_cast<float>(std::max<std::int64_t>(1, last));
    }
    std::int64_t step_at(float x) const {
        const float share = std::clamp((x - area.min.x) / area.width(), 0.0f, 1.0f);
        return std::llround(static_cast<double>(share) * static_cast<double>(last));
    }
};

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

/// A triangle below the line for an event, and for other events so near that their triangles would overlap it.
struct EventMark {
    float x;
    std::vector<const TrainingEvent*> events;
};

std::vector<EventMark> marks_of(const std::vector<TrainingEvent>& events, const TimeTrack& track) {
    constexpr float nearest = 12;
    std::vector<EventMark> marks;
    for (const TrainingEvent& event : events) {
        const float x = track.x_of(event.step);
        if (marks.empty() || x - marks.back().x >= nearest) marks.push_back({x, {}});
        marks.back().events.push_back(&event);
    }
    return marks;
}

void show(const TrainingEvent& event, Commands& commands) {
    commands.push_back(ShowMoment{event.step});
    if (event.kind != EventKind::head_forms) return;
    commands.push_back(SelectTensor{path_of(event.head.attention) + ".weights"});
    commands.push_back(SelectHead{event.head.head});
}

std::string label_of(const TrainingEvent& event) { return fmt::format("{}: {}", grouped(event.step), event_words(event)); }

/// Draws the marks, and the texts of their events in as many rows as needed, up to four. A note has the texts that do not fit.
void draw_events(Ui& ui, Column& column, const TimeTrack& track, const State& state, Commands& commands) {
    // While a training goes on, statements about its end may have become false. Past events stay.
    std::vector<TrainingEvent> events = state.of<TimeView>().events;
    if (!readings_are_current(state)) std::erase_if(events, [](const TrainingEvent& event) { return tells_the_end(event.kind); });
    if (events.empty()) return column.gap(4);
    constexpr float row_height = 18, triangle_height = 12;
    constexpr std::size_t most_rows = 4;
    std::array<float, most_rows> taken;
    taken.fill(track.area.min.x - 1000);
    const float top = column.y + 6;
    const Rect events_area{track.area.min, {track.area.max.x, top + triangle_height + row_height * most_rows}};
    std::size_t rows = 0, number = 0;
    for (const EventMark& mark : marks_of(events, track)) {
        const Colour colour = colour_of(mark.events.front()->kind, ui.theme);
        ui.list.AddTriangleFilled({mark.x, top}, {mark.x + 5, top + 8}, {mark.x - 5, top + 8}, colour);
        std::vector<std::string> unsaid;
        for (const TrainingEvent* event : mark.events) {
            const std::string words = label_of(*event);
            const float width = ui.width_of(Font::label, words);
            const float left = std::max(track.area.min.x, std::min(mark.x - 6, track.area.max.x - width));
            const auto free = std::ranges::find_if(taken, [&](float end) { return end + 14 <= left; });
            if (free == taken.end() || width > track.area.width()) {
                unsaid.push_back(words);
                continue;
            }
            const auto row = static_cast<std::size_t>(free - taken.begin());
            const float y = top + triangle_height + row_height * static_cast<float>(row);
            const Rect written = ui.text({left, y}, Font::label, colour_of(event->kind, ui.theme), words);
            *free = written.max.x;
            rows = std::max(rows, row + 1);
            const Interaction does = ui.control(fmt::format("time/event/{}", number++), written);
            if (does.clicked) show(*event, commands);
            if (std::vector<std::string> details = event_details(*event); does.hovered && !details.empty())
                ui.note(std::move(details), events_area);
        }
        const Interaction does = ui.control(fmt::format("time/mark/{}", grouped(mark.events.front()->step)),
                                            rect_at({mark.x - 5, top}, 10, triangle_height - 3));
        if (does.clicked) show(*mark.events.front(), commands);
        if (does.hovered) {
            for (std::string& line : event_details(*mark.events.front())) unsaid.push_back(std::move(line));
            if (!unsaid.empty()) ui.note(std::move(unsaid), events_area);
        }
    }
    column.row(6 + triangle_height + 2 + row_height * static_cast<float>(rows), 6);
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
    if (!time.at && source.is_training) return;  // it goes on from now by itself
    const std::int64_t step = time.at.value_or(source.now);
    const std::string why = going_on_refusal(state, step);
    const std::string tip = !why.empty()         ? why
                            : source.is_training ? "training continues from here, bit for bit as before; later steps are deleted"
                                                 : "a training continues from here as before; the files are not changed";
    if (next("time/go-on", fmt::format("Continue from step {}", grouped(step)), tip, why.empty()))
        commands.push_back(GoOnFromMoment{step});
}

}  // namespace

void draw_time(Ui& ui, Column& column, const State& state, Commands& commands) {
    const TimeSource source = time_source(state);
    if (!source || source.now == 0) return;
    const TimeView& time = state.of<TimeView>();
    const Rect title = column.row(progress_title_height, 8);
    const std::string memory =
        fmt::format("{} moments saved · {:.0f} of {} MB", source.moments->all().size(),
                    static_cast<double>(source.moments->bytes()) / double(1 << 20), source.moments->budget() >> 20);
    const float right = ui.text({title.max.x, title.centre().y}, Font::note, ui.theme.dim, memory,
                                {.align = Align::right, .vertical = VerticalAlign::middle})
                            .min.x;
    draw_progress_title(
        ui, {title.min, {right - 12, title.max.y}}, "Time",
        time.at ? fmt::format("step {} of {}", grouped(*time.at), grouped(source.now)) : "drag or play: every view follows");
    ui.place("time/title", title);
    const Rect row = column.row(track_height, 2);
    const Rect play = rect_at({row.min.x, row.centre().y - button_side / 2 + 4}, button_side, button_side);
    if (button(
            ui, "time/play", play,
            {.icon = time.playing ? Icon::pause : Icon::play, .tip = time.playing ? "stop here" : "replay the training as a film"}))
        commands.push_back(PlayTime{!time.playing});
    const TimeTrack track{{{play.max.x + gap, row.min.y}, {row.max.x - 8, row.max.y}}, source.now};
    draw_track(ui, track, source, state, commands);
    draw_events(ui, column, track, state, commands);
    draw_strip(ui, column, source, state, commands);
    draw_moment_buttons(ui, column, source, state, commands);
    column.gap(18);
}

}  // namespace vitrine
