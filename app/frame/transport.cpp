#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/state/place.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/widgets/controls.h"
#include "app/words/backward.h"
#include "app/words/gradient_findings.h"

namespace vitrine {

namespace {

constexpr float side = 34;

/// As wide as its longest text in any phase, so that nothing moves when the text changes; in a narrow window, it only says
/// "Play".
float play_width(const Ui& ui, float bar) {
    constexpr float wide = 1100, narrow_button = 68, padding = 26;
    return bar < wide ? narrow_button : ui.width_of(Font::body_strong, "Play the backward pass") + padding;
}

void draw_buttons(Ui& ui, ImVec2 corner, float play, const State& state, Commands& commands) {
    struct Jump {
        const char* name;
        Icon icon;
        const char* tip;
        Command command;
    };
    const Jump jumps[] = {{"transport/first", Icon::first, "first step (Home)", MoveStep{-film_place(state)}},
                          {"transport/previous", Icon::previous, "previous step (←)", MoveStep{-1}},
                          {"transport/next", Icon::next, "next step (→)", MoveStep{1}},
                          {"transport/last", Icon::last, "the loss, then the end of the backward pass, then the update (End)",
                           MoveStep{steps_to_end(state)}}};
    for (const Jump& jump : jumps) {
        if (button(ui, jump.name, rect_at(corner, side, side), {.icon = jump.icon, .tip = jump.tip})) {
            commands.push_back(jump.command);
        }
        corner.x += side + 4;
    }
    const bool playing = state.transport.playing;
    const std::string words = play_words(state), tip = (playing ? "Pause" : words) + " (Space)";
    const bool whole = ui.width_of(Font::body_strong, words) + 8 <= play;
    if (button(ui, "transport/play", rect_at({corner.x + 4, corner.y}, play, side),
               {.label = playing ? "Pause"
                         : whole ? std::string_view(words)
                                 : "Play",
                .look = ButtonLook::primary,
                .tip = tip})) {
        commands.push_back(SetPlaying{!playing});
    }
}

/// A part of the scrub bar: the consecutive steps of one section of the outline.
struct Stretch {
    std::string section;
    Role role;
    int first, count;
};

std::vector<Stretch> stretches(const Run& run) {
    std::vector<Stretch> list;
    for (const Block& block : run.outline().blocks) {
        const int count = std::min(block.step_count, run.last_step() + 1 - block.first_step);
        if (count <= 0) continue;
        if (list.empty() || list.back().section != block.section) list.push_back({block.section, block.role, block.first_step, 0});
        list.back().count += count;
        if (block.role == Role::attention || block.role == Role::output) list.back().role = block.role;
    }
    return list;
}

/// The name under the bar: all layers of a stack have the same one.
std::string part_name(const std::string& section) {
    if (section == "Attention") return "attention";
    if (section.ends_with("mbedding")) return "embed";
    if (section.starts_with("Encoder")) return "encoder";
    return section.starts_with("Decoder") ? "decoder" : "output";
}

/// Writes the names below the bar; those of the forward pass end before `end`, where the backward pass begins.
void draw_part_names(Ui& ui, const Rect& track, const std::vector<Stretch>& stretches, float steps, float forward_end) {
    float free_from = track.min.x;
    for (std::size_t i = 0; i < stretches.size();) {
        const std::string name = part_name(stretches[i].section);
        const float left = std::max(free_from, track.min.x + track.width() * static_cast<float>(stretches[i].first) / steps + 1);
        int end = 0;
        for (; i < stretches.size() && part_name(stretches[i].section) == name; ++i) end = stretches[i].first + stretches[i].count;
        const float width = ui.width_of(Font::label, name);
        // The name of a short part may extend a little past its end, as long as there is still room for the next one.
        if (left > track.min.x + track.width() * static_cast<float>(end) / steps || left + width > forward_end + 8) continue;
        ui.text({left, track.max.y + 6}, Font::label, ui.theme.faint, name);
        free_from = left + width + 10;
    }
}

/// The part of the backward pass, from the loss on.
void draw_backward_pass(Ui& ui, const Rect& part, float now) {
    const Colour colour = backward_colour(ui.theme);
    const Rect inner{{part.min.x + 2, part.min.y}, {part.max.x - 1, part.max.y}};
    ui.fill(inner, faded(colour, 0.3f), 3);
    if (now > inner.min.x) ui.fill({inner.min, {std::min(now, inner.max.x), inner.max.y}}, faded(colour, 0.8f), 3);
    ui.fill({{part.min.x - 1, part.min.y - 4}, {part.min.x + 1, part.max.y + 4}}, ui.theme.text, 1);
    const float room = part.width() - 6;
    if (ui.width_of(Font::label, "backwards") <= room) {
        ui.text({part.min.x + 6, part.max.y + 6}, Font::label, ui.theme.faint, "backwards");
    }
}

/// A dot above each place that completes a gradient in which something was found.
void draw_finding_dots(Ui& ui, const Rect& track, const Run& run, const Film& film) {
    for (const FoundGradient& found : gradient_readings(run).findings) {
        const auto place = film.place_of_gradient(found.path);
        if (!place) continue;
        const float along = (static_cast<float>(*place) + 0.5f) / static_cast<float>(film.places());
        ui.list.AddCircleFilled({track.min.x + track.width() * along, track.min.y - 6}, 2.5f, ui.theme.error, 12);
    }
}

std::vector<std::string> place_note(const Run& run, const Film& film, int place) {
    if (film.phase_of(place) == Phase::forward)
        return {fmt::format("step {}", place + 1), run.outline().steps[static_cast<std::size_t>(place)].title};
    if (film.phase_of(place) == Phase::update) return {"update", "the optimiser updates the parameters"};
    const int number = place - film.forward;
    const BackwardStep& step = film.backward[static_cast<std::size_t>(number)];
    std::vector<std::string> lines{fmt::format("backward step {}", number + 1), backward_title(run, step)};
    for (const MadeGradient& made : step.makes) {
        const FoundGradient* found = made.completes ? finding_of(run, made.path) : nullptr;
        if (found) lines.push_back(finding_title(run, *found));
    }
    return lines;
}

void draw_scrub(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const Run& run = *state.run;
    const Film& film = film_of(run);
    const float steps = static_cast<float>(film.places());
    const Rect track = rect_at({area.min.x, area.centre().y - 13}, area.width(), 8);
    const auto x_of = [&](float step) { return track.min.x + track.width() * step / steps; };
    const float now = x_of(static_cast<float>(film_place(state)) + 0.5f), loss = x_of(static_cast<float>(film.forward));
    for (const Stretch& stretch : stretches(run)) {
        const Rect part{{x_of(static_cast<float>(stretch.first)) + 1, track.min.y},
                        {x_of(static_cast<float>(stretch.first + stretch.count)) - 1, track.max.y}};
        const Colour colour = colour_of(stretch.role, ui.theme);
        ui.fill(part, faded(colour, 0.3f), 3);
        if (now > part.min.x) ui.fill({part.min, {std::min(now, part.max.x), part.max.y}}, faded(colour, 0.8f), 3);
    }
    if (film.has_update()) {
        const float update = x_of(static_cast<float>(film.update()));
        draw_backward_pass(ui, {{loss, track.min.y}, {update, track.max.y}}, now);
        constexpr float least = 9;  // a single place of many must still be visible
        const Rect stretch{{update + 1, track.min.y}, {std::max(track.max.x, update + least), track.max.y}};
        ui.fill(stretch, faded(ui.theme.accent, state.phase == Phase::update ? 1.0f : 0.6f), 3);
    }
    draw_finding_dots(ui, track, run, film);
    draw_part_names(ui, track, stretches(run), steps, film.backward.empty() ? track.max.x : loss - 16);
    ui.fill({{now - 2, track.min.y - 5}, {now + 2, track.max.y + 5}}, ui.theme.accent, 2);

    const Rect grip = track.inset(-8);
    const Interaction does = ui.control("transport/scrub", grip);
    if (!does.hovered && !does.held) return;
    const float along = (ui.pointer().position.x - track.min.x) / track.width();
    const int place = std::clamp(static_cast<int>(std::floor(along * steps)), 0, film.places() - 1);
    ui.note(place_note(run, film, place), grip);
    if (does.held && place != film_place(state)) commands.push_back(MoveStep{place - film_place(state)});
}

void draw_speeds(Ui& ui, ImVec2 corner, const State& state, Commands& commands) {
    constexpr std::array speeds{0.5, 1.0, 2.0, 4.0};
    std::vector<Segment> segments;
    int selected = -1;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        segments.push_back({fmt::format("transport/speed-{:g}", speeds[i]), fmt::format("{:g}×", speeds[i])});
        if (speeds[i] == state.transport.steps_per_second) selected = static_cast<int>(i);
    }
    if (const auto clicked = segmented(ui, corner, segments, selected, ui.theme.dim)) {
        commands.push_back(SetSpeed{speeds[static_cast<std::size_t>(*clicked)]});
    }
}

std::array<Segment, 1> so_far_segments() {
    return {{{"transport/so-far", "so far", "during Play only what has been computed so far is shown; click to change that"}}};
}

void draw_words(Ui& ui, ImVec2 at, const State& state, float width) {
    const Film& film = film_of(*state.run);
    const Block& block = state.run->outline().block_of(state.step);
    const BackwardStep* backward = backward_step(state);
    const bool update = state.phase == Phase::update;
    const int number = film_place(state) - (backward ? film.forward : 0) + 1;
    const std::string count = update     ? "Update"
                              : backward ? fmt::format("Backward step {} of {}", number, film.backward.size())
                                         : fmt::format("Step {} of {}", number, film.forward);
    const std::string title = update     ? "the optimiser updates the parameters"
                              : backward ? backward_title(*state.run, *backward)
                                         : state.run->outline().steps[static_cast<std::size_t>(state.step)].title;
    ui.place("transport/words", rect_at({at.x, at.y - 17}, width, 40));
    ui.text({at.x, at.y - 17}, Font::body_strong,
            update     ? ui.theme.accent
            : backward ? backward_colour(ui.theme)
                       : ui.theme.text,
            count, {.max_width = width});
    ui.text({at.x, at.y + 3}, Font::note, ui.theme.dim,
            !update && block.step_count > 1 && block.title != title ? block.title + ": " + title : title,
            {.max_width = width, .shorten = Shorten::end});
}

}  // namespace

void draw_transport(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    ui.fill(area, ui.theme.panel);
    ui.fill({area.min, {area.max.x, area.min.y + 1}}, ui.theme.line);
    if (!state.run) return;
    const float middle = area.centre().y;
    const float play = play_width(ui, area.width());
    draw_buttons(ui, {area.min.x + metrics::margin, middle - side / 2}, play, state, commands);

    const float words = area.min.x + metrics::margin + 4 * (side + 4) + 4 + play + 20;
    // What a narrow window has no room for is left out, the bar first.
    constexpr float speeds_width = 164, loss_width = 96, shortest_bar = 160, shortest_words = 90;
    float right = area.max.x - metrics::margin;
    const std::string loss = loss_words(*state.run);
    const bool known = !state.transport.hides_later_steps() || film_place(state) >= state.run->last_step();
    if (!loss.empty() && right - loss_width - words > shortest_words) {
        ui.text({right, middle}, Font::mono, ui.theme.dim, known ? "loss " + loss : "loss not yet",
                {.align = Align::right, .vertical = VerticalAlign::middle});
        right -= loss_width;
    }
    if (right - speeds_width - words > shortest_words) {
        draw_speeds(ui, {right - speeds_width, middle - 12}, state, commands);
        right -= speeds_width + 12;
    }
    if (const float so_far = segmented_width(ui, so_far_segments()); right - so_far - words > shortest_words + shortest_bar) {
        if (segmented(ui, {right - so_far, middle - 12}, so_far_segments(), state.transport.so_far ? 0 : -1, ui.theme.dim))
            commands.push_back(SetSoFar{!state.transport.so_far});
        right -= so_far + 24;
    }
    const float words_width = std::clamp((right - words) * 0.36f, 190.0f, 320.0f);
    const bool bar = right - words - words_width - 24 >= shortest_bar;
    if (right - words > shortest_words) {
        draw_words(ui, {words, middle}, state, bar ? words_width : right - words);
    }
    if (bar) draw_scrub(ui, {{words + words_width + 24, area.min.y}, {right, area.max.y}}, state, commands);
}

}  // namespace vitrine
