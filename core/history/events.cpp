#include "core/history/events.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/history/rise.h"

namespace vitrine {

namespace {

/// The first `most` by descending change, then again by step.
std::vector<TrainingEvent> largest(std::vector<TrainingEvent> events, std::size_t most) {
    std::ranges::stable_sort(events, std::ranges::greater{}, [](const TrainingEvent& event) { return event.after - event.before; });
    if (events.size() > most) events.resize(most);
    return events;
}

std::vector<TrainingEvent> spikes(const History& curves) {
    constexpr std::size_t steps_before = 20;
    constexpr double factor = 2;
    std::vector<TrainingEvent> events;
    for (std::size_t i = steps_before; i < curves.size(); ++i) {
        double highest = 0;
        for (std::size_t j = i - steps_before; j < i; ++j) highest = std::max(highest, curves[j].loss);
        if (!(curves[i].loss > factor * highest)) continue;
        events.push_back({.kind = EventKind::loss_spike, .step = curves[i].step, .before = highest, .after = curves[i].loss});
        i += steps_before;  // what follows belongs to it
    }
    return largest(std::move(events), 3);
}

void add_right_sentences(const std::vector<MomentReading>& readings, std::vector<TrainingEvent>& events) {
    if (readings.empty()) return;
    const auto count = [](const MomentReading& reading) { return std::ranges::count(reading.right, true); };
    const auto all = static_cast<std::ptrdiff_t>(readings.front().right.size());
    const auto first = std::ranges::find_if(readings, [&](const MomentReading& reading) { return count(reading) > 0; });
    if (first != readings.end() && first != readings.begin())
        events.push_back({.kind = EventKind::first_right, .step = first->step, .sentences = count(*first)});
    auto since = readings.end();
    while (since != readings.begin() && count(*(since - 1)) == all) --since;
    if (since != readings.end() && since != readings.begin() && all > 1)
        events.push_back({.kind = EventKind::all_right,
                          .step = since->step,
                          .after = static_cast<double>(readings.end() - since),
                          .sentences = all});
}

/// The likeness of one head to one pattern at every moment.
std::vector<CurvePoint> likeness_curve(const std::vector<MomentReading>& readings, std::size_t head, AttentionPattern pattern) {
    std::vector<CurvePoint> points;
    for (const MomentReading& reading : readings) {
        const auto& like = reading.heads[head].of[static_cast<std::size_t>(pattern)];
        if (like) points.push_back({reading.step, like->value});
    }
    return points;
}

/// Of every kind the largest, and of the others the largest until there are `most`.
std::vector<TrainingEvent> of_every_kind(std::vector<TrainingEvent> forming, std::size_t most) {
    forming = largest(std::move(forming), forming.size());
    std::vector<TrainingEvent> chosen, others;
    for (TrainingEvent& event : forming) {
        const bool has_one = std::ranges::find(chosen, event.pattern, &TrainingEvent::pattern) != chosen.end();
        (has_one ? others : chosen).push_back(event);
    }
    for (std::size_t i = 0; i < others.size() && chosen.size() < most; ++i) chosen.push_back(others[i]);
    return chosen;
}

std::vector<TrainingEvent> forming_heads(const std::vector<MomentReading>& readings) {
    constexpr std::size_t most = 4;
    std::vector<TrainingEvent> events;
    if (readings.empty()) return events;
    for (std::size_t h = 0; h < readings.back().heads.size(); ++h) {
        const HeadLikeness& last = readings.back().heads[h];
        if (!last.kind || last.kind == AttentionPattern::uniform) continue;
        const auto rise = steepest_rise(likeness_curve(readings, h, *last.kind));
        if (!rise) continue;
        events.push_back({.kind = EventKind::head_forms,
                          .step = rise->step,
                          .before = rise->before,
                          .after = rise->after,
                          .head = last.head,
                          .pattern = *last.kind,
                          .from = rise->from,
                          .until = rise->until,
                          .queries = last.of[static_cast<std::size_t>(*last.kind)]->queries});
    }
    return of_every_kind(std::move(events), most);
}

void add_knee(const History& curves, std::vector<TrainingEvent>& events) {
    std::vector<CurvePoint> losses;
    for (std::size_t i = 0; i < curves.size(); ++i) losses.push_back({curves[i].step, curves[i].loss});
    if (const auto knee = knee_of(losses))
        events.push_back({.kind = EventKind::loss_knee, .step = knee->step, .before = knee->loss, .after = knee->loss});
}

void add_held_out_turn(const History& curves, std::vector<TrainingEvent>& events) {
    const auto& held_out = curves.held_out();
    if (held_out.empty()) return;
    const auto lowest = std::ranges::min_element(held_out, {}, [](const auto& point) { return point.evaluation.loss; });
    const double least = lowest->evaluation.loss, last = held_out.back().evaluation.loss;
    if (last > 1.1 * least)
        events.push_back({.kind = EventKind::held_out_turn, .step = lowest->step, .before = least, .after = last});
}

/// Within a sentence the words' own places; between two sentences places in the source.
const char* words_of(AttentionPattern pattern, bool cross) {
    switch (pattern) {
        case AttentionPattern::diagonal:
            return cross ? "looks at the same place of the source" : "looks at the word itself";
        case AttentionPattern::previous:
            return cross ? "looks one place back in the source" : "looks at the word before";
        case AttentionPattern::next:
            return cross ? "looks one place on in the source" : "looks at the next word";
        case AttentionPattern::first:
            return "looks at the first word";
        case AttentionPattern::last:
            return "looks at the last word";
        case AttentionPattern::alignment:
            return "aligns target and source";
        case AttentionPattern::duplicate:
            return "looks at where a word stood before";
        case AttentionPattern::induction:
            return "looks at what followed a word before";
        default:
            return "looks at all words";
    }
}

}  // namespace

const char* name_of(EventKind kind) {
    static constexpr const char* names[] = {"loss spike", "first right", "all right", "head", "held-out turn", "knee"};
    return names[static_cast<std::size_t>(kind)];
}

std::string head_name(const HeadOfModel& head) {
    static constexpr const char* attentions[] = {"encoder", "decoder", "cross-attention"};
    return fmt::format("{} layer {} head {}", attentions[static_cast<std::size_t>(head.attention.kind)], head.attention.layer + 1,
                       head.head + 1);
}

bool tells_the_end(EventKind kind) { return kind != EventKind::loss_spike && kind != EventKind::first_right; }

std::vector<TrainingEvent> training_events(const History& curves, const std::vector<MomentReading>& readings) {
    std::vector<TrainingEvent> events = spikes(curves);
    add_right_sentences(readings, events);
    for (TrainingEvent& event : forming_heads(readings)) events.push_back(event);
    add_held_out_turn(curves, events);
    add_knee(curves, events);
    std::ranges::stable_sort(events, {}, &TrainingEvent::step);
    return events;
}

std::string event_words(const TrainingEvent& event) {
    switch (event.kind) {
        case EventKind::loss_spike:
            return fmt::format("the loss jumps from at most {:.3g} to {:.3g}", event.before, event.after);
        case EventKind::first_right:
            return event.sentences == 1 ? "the first sentence is right"
                                        : fmt::format("{} sentences are right, the first ones", event.sentences);
        case EventKind::all_right:
            return fmt::format("{} {} sentences are right", event.after > 1 ? "from here on all" : "all", event.sentences);
        case EventKind::head_forms:
            return fmt::format("{} {} ({:.2f} at its lowest, {:.2f} in the end, n = {})", head_name(event.head),
                               words_of(event.pattern, event.head.attention.kind == AttentionKind::cross), event.before,
                               event.after, event.queries);
        case EventKind::held_out_turn:
            return fmt::format("the held-out loss is lowest ({:.3g}; {:.3g} in the end)", event.before, event.after);
        case EventKind::loss_knee:
            return fmt::format("the knee of the loss, {:.3g}: up to here it falls faster than from here on", event.before);
    }
    return "";
}

std::vector<std::string> event_details(const TrainingEvent& event) {
    if (event.kind == EventKind::head_forms)
        return {
            fmt::format("{}: its likeness rises fastest from step {} to {}; n = {}: so many queries count for it",
                        pattern_name(event.pattern), event.from, event.until, event.queries),
            "Of the likeness, smoothed over five kept moments, this is the steepest rise per step by at least half of the whole."};
    if (event.kind == EventKind::loss_knee)
        return {
            "Of the loss on a logarithmic scale this is the point farthest below the straight line from its first to its last."};
    return {};
}

}  // namespace vitrine
