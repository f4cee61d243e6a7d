#include "app/views/train/time_events.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/selection_commands.h"
#include "app/views/train/time.h"
#include "app/widgets/controls.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

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

/// "116  the first correct sentence".
std::string label_of(const TrainingEvent& event) { return fmt::format("{}  {}", grouped(event.step), event_title(event)); }

/// The events to show. While a training goes on, statements about its end may have become false, but for those about heads where
/// new moments are read all the time.
std::vector<TrainingEvent> shown_events(const State& state) {
    std::vector<TrainingEvent> events = state.of<TimeView>().events;
    if (readings_are_current(state)) return events;
    const bool follows = reads_while_training(time_source(state));
    std::erase_if(events, [follows](const TrainingEvent& event) {
        return tells_the_end(event.kind) && !(follows && event.kind == EventKind::head_forms);
    });
    return events;
}

/// The whole of what there is to say about the events of a mark. `kept`: the moment that a click on it shows.
std::vector<std::string> note_of(const std::vector<const TrainingEvent*>& events, std::int64_t kept) {
    std::vector<std::string> lines;
    for (const TrainingEvent* event : events) {
        lines.push_back(fmt::format("step {}: {}", grouped(event->step), event_words(*event)));
        for (std::string& line : event_details(*event)) lines.push_back(std::move(line));
    }
    if (events.front()->step != kept) lines.push_back(fmt::format("nearest saved moment: step {}", grouped(kept)));
    return lines;
}

void draw_triangle(Ui& ui, ImVec2 tip, const TrainingEvent& event) {
    ui.list.AddTriangleFilled(tip, {tip.x + 5, tip.y + 8}, {tip.x - 5, tip.y + 8}, colour_of(event.kind, ui.theme));
}

}  // namespace

/// Draws the marks below the line and, below these, a text for every event, from left to right as they happened.
void draw_events(Ui& ui, Column& column, const TimeTrack& track, const Moments& moments, const State& state, Commands& commands) {
    const std::vector<TrainingEvent> events = shown_events(state);
    if (events.empty()) return column.gap(4);
    constexpr float triangle_height = 12, line_height = 18, between = 18, before_text = 14;
    const auto kept_for = [&](const TrainingEvent& event) { return moments.nearest(event.step).step; };
    const float top = column.y + 6;
    Column texts{ui, track.area.min.x, track.area.max.x, top + triangle_height + 2};
    const Rect lines = track.area;
    Flow flow(texts, line_height, between);
    for (std::size_t i = 0; i < events.size(); ++i) {
        const TrainingEvent& event = events[i];
        const std::string words = label_of(event);
        const float width = std::min(before_text + ui.width_of(Font::label, words), texts.width());
        const ImVec2 corner = flow.next(width);
        const Rect area = rect_at(corner, width, line_height);
        const Interaction does = ui.control(fmt::format("time/event/{}", i), area);
        draw_triangle(ui, {corner.x + 5, corner.y + 3}, event);
        ui.text({corner.x + before_text, corner.y}, Font::label, does.hovered ? ui.theme.text : colour_of(event.kind, ui.theme),
                words, {.max_width = width - before_text, .shorten = Shorten::end});
        if (does.clicked) show(event, commands);
        if (does.hovered) ui.note(note_of({&event}, kept_for(event)), area);
    }
    for (const EventMark& mark : marks_of(events, track)) {
        const TrainingEvent& first = *mark.events.front();
        draw_triangle(ui, {mark.x, top}, first);
        const Interaction does =
            ui.control(fmt::format("time/mark/{}", grouped(first.step)), rect_at({mark.x - 5, top}, 10, triangle_height - 3));
        if (does.clicked) show(first, commands);
        if (does.hovered) ui.note(note_of(mark.events, kept_for(first)), lines);
    }
    column.y = texts.y + 6;
}

}  // namespace vitrine
