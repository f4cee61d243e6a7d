#include "core/history/events.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/history/rise.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Puts the events with the largest changes first.
void sort_by_change(std::vector<TrainingEvent>& events) {
    std::ranges::stable_sort(events, std::ranges::greater{}, [](const TrainingEvent& event) { return event.after - event.before; });
}

/// The place of the highest loss of a spike: from `first` on, that which none of the next five steps exceeds.
std::size_t top_of_spike(const History& curves, std::size_t first) {
    constexpr std::size_t steps_after = 5;
    std::size_t top = first;
    for (std::size_t i = first + 1; i < curves.size() && i <= top + steps_after; ++i) {
        if (curves[i].loss > curves[top].loss) top = i;
    }
    return top;
}

std::vector<TrainingEvent> spikes(const History& curves) {
    constexpr std::size_t steps_before = 20;
    constexpr double factor = 2;
    std::vector<TrainingEvent> events;
    for (std::size_t i = steps_before; i < curves.size(); ++i) {
        double highest = 0;
        for (std::size_t j = i - steps_before; j < i; ++j) highest = std::max(highest, curves[j].loss);
        if (!(curves[i].loss > factor * highest)) continue;
        const std::size_t top = top_of_spike(curves, i);
        events.push_back({.kind = EventKind::loss_spike,
                          .step = curves[i].step,
                          .before = highest,
                          .after = curves[top].loss,
                          .until = curves[top].step});
        i = top;
    }
    constexpr std::size_t most = 3;
    sort_by_change(events);
    if (events.size() > most) events.resize(most);
    return events;
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
    if (since == readings.end() || since == readings.begin() || all <= 1) return;
    events.push_back({.kind = EventKind::all_right,
                      .step = since->step,
                      .after = static_cast<double>(readings.end() - since),
                      .sentences = all,
                      .again = std::any_of(readings.begin(), since, [&](const auto& earlier) { return count(earlier) == all; })});
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

/// The largest event of every kind, and then the largest of the other events until there are `most`.
std::vector<TrainingEvent> of_every_kind(std::vector<TrainingEvent> forming, std::size_t most) {
    sort_by_change(forming);
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

/// Words for a pattern: within a sentence positions of the same sentence, in cross-attention positions of the source.
const char* words_of(AttentionPattern pattern, bool cross) {
    switch (pattern) {
        case AttentionPattern::diagonal:
            return cross ? "attends to the same position of the source" : "attends to the token itself";
        case AttentionPattern::previous:
            return cross ? "attends to the previous position of the source" : "attends to the previous token";
        case AttentionPattern::next:
            return cross ? "attends to the next position of the source" : "attends to the next token";
        case AttentionPattern::first:
            return "attends to the first token";
        case AttentionPattern::last:
            return "attends to the last token";
        case AttentionPattern::alignment:
            return "follows the source in order";
        case AttentionPattern::duplicate:
            return "attends to the earlier occurrence of the same token";
        case AttentionPattern::induction:
            return "attends to what followed the earlier occurrence of the token";
        default:
            return "attends evenly to all tokens";
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
            return event.until == event.step
                       ? fmt::format("the loss jumps from at most {:.3g} to {:.3g}", event.before, event.after)
                       : fmt::format("the loss rises from at most {:.3g} to {:.3g} by step {}", event.before, event.after,
                                     grouped(event.until));
        case EventKind::first_right:
            return event.sentences == 1 ? "the first correct sentence"
                                        : fmt::format("the first {} correct sentences", event.sentences);
        case EventKind::all_right:
            return fmt::format("{} {} sentences are correct{}", event.after > 1 ? "from here on all" : "all", event.sentences,
                               event.again ? " again" : "");
        case EventKind::head_forms:
            return fmt::format("{} {}: {} {:.2f} → {:.2f}", head_name(event.head),
                               words_of(event.pattern, event.head.attention.kind == AttentionKind::cross),
                               event.pattern == AttentionPattern::alignment ? "likeness" : "mean weight", event.before,
                               event.after);
        case EventKind::held_out_turn:
            return fmt::format("the held-out loss is lowest ({:.3g}; {:.3g} at the end)", event.before, event.after);
        case EventKind::loss_knee:
            return fmt::format("the knee of the loss, {:.3g}: before it the loss falls faster than after it", event.before);
    }
    return "";
}

std::string event_title(const TrainingEvent& event) {
    switch (event.kind) {
        case EventKind::head_forms:
            return fmt::format("{}: {} {:.2f} → {:.2f}", head_name(event.head), pattern_name(event.pattern), event.before,
                               event.after);
        case EventKind::loss_knee:
            return fmt::format("the knee of the loss, {:.3g}", event.before);
        default:
            return event_words(event);
    }
}

std::vector<std::string> event_details(const TrainingEvent& event) {
    if (event.kind == EventKind::head_forms)
        return {fmt::format("{}: {:.2f} at its lowest, {:.2f} in the end, a mean over {} queries; rises fastest from step {} to {}",
                            pattern_name(event.pattern), event.before, event.after, event.queries, grouped(event.from),
                            grouped(event.until)),
                "These are medians of up to five kept moments: with them it is the steepest rise per step by at least half of the "
                "whole."};
    if (event.kind == EventKind::loss_knee)
        return {
            "Of the loss on a logarithmic scale this is the point farthest below the straight line from its first to its last."};
    return {};
}

}  // namespace vitrine
