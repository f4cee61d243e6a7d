#include "app/views/train/time_events.h"

#include <array>
#include <optional>
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

std::string label_of(const TrainingEvent& event) { return fmt::format("{}: {}", grouped(event.step), event_words(event)); }

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

/// Where the texts of events stand, in up to four rows.
class EventRows {
public:
    static constexpr float row_height = 18;
    static constexpr std::size_t most_rows = 4;

    EventRows(const Rect& track, float top) : track_(track), top_(top) {}

    /// The left upper corner of a text, at or beside `x`, in the first row with room for it; nothing: there is none.
    std::optional<ImVec2> place(float x, float width) {
        if (width > track_.width()) return std::nullopt;
        const float left = std::max(track_.min.x, std::min(x, track_.max.x - width));
        for (std::size_t row = 0; row < most_rows; ++row) {
            const auto touches = [&](const auto& taken) { return left < taken.second + 14 && taken.first < left + width + 14; };
            if (std::ranges::any_of(taken_[row], touches)) continue;
            taken_[row].emplace_back(left, left + width);
            return ImVec2{left, top_ + row_height * static_cast<float>(row)};
        }
        return std::nullopt;
    }

    float height() const {
        const auto used = std::ranges::count_if(taken_, [](const auto& row) { return !row.empty(); });
        return row_height * static_cast<float>(used);
    }

private:
    Rect track_;
    float top_;
    std::array<std::vector<std::pair<float, float>>, most_rows> taken_;
};

}  // namespace

/// Draws the marks, and the texts of their events as far as there is room for them: the heads', of which there may be many, after
/// all others. A note has the texts that do not fit.
void draw_events(Ui& ui, Column& column, const TimeTrack& track, const State& state, Commands& commands) {
    const std::vector<TrainingEvent> events = shown_events(state);
    if (events.empty()) return column.gap(4);
    constexpr float triangle_height = 12;
    const float top = column.y + 6;
    EventRows rows(track.area, top + triangle_height);
    const Rect events_area{track.area.min,
                           {track.area.max.x, top + triangle_height + EventRows::row_height * EventRows::most_rows}};
    const std::vector<EventMark> marks = marks_of(events, track);
    std::vector<std::vector<std::string>> unsaid(marks.size());
    std::size_t number = 0;
    for (const bool heads : {false, true}) {
        for (std::size_t m = 0; m < marks.size(); ++m) {
            for (const TrainingEvent* event : marks[m].events) {
                if ((event->kind == EventKind::head_forms) != heads) continue;
                const std::string words = label_of(*event);
                const auto corner = rows.place(marks[m].x - 6, ui.width_of(Font::label, words));
                if (!corner) {
                    unsaid[m].push_back(words);
                    continue;
                }
                const Rect written = ui.text(*corner, Font::label, colour_of(event->kind, ui.theme), words);
                const Interaction does = ui.control(fmt::format("time/event/{}", number++), written);
                if (does.clicked) show(*event, commands);
                if (std::vector<std::string> details = event_details(*event); does.hovered && !details.empty())
                    ui.note(std::move(details), events_area);
            }
        }
    }
    for (std::size_t m = 0; m < marks.size(); ++m) {
        const TrainingEvent& first = *marks[m].events.front();
        const float x = marks[m].x;
        ui.list.AddTriangleFilled({x, top}, {x + 5, top + 8}, {x - 5, top + 8}, colour_of(first.kind, ui.theme));
        const Interaction does =
            ui.control(fmt::format("time/mark/{}", grouped(first.step)), rect_at({x - 5, top}, 10, triangle_height - 3));
        if (does.clicked) show(first, commands);
        if (!does.hovered) continue;
        for (std::string& line : event_details(first)) unsaid[m].push_back(std::move(line));
        if (!unsaid[m].empty()) ui.note(std::move(unsaid[m]), events_area);
    }
    column.row(6 + triangle_height + 2 + rows.height(), 6);
}

}  // namespace vitrine
