#include "core/history/events.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/io/open_model.h"
#include "core/text/plain_text.h"

namespace vitrine::events_test {

namespace {

History curves_of(const std::vector<double>& losses) {
    History curves;
    for (std::size_t i = 0; i < losses.size(); ++i) curves.add({.step = static_cast<std::int64_t>(i + 1), .loss = losses[i]});
    return curves;
}

std::size_t at(AttentionPattern pattern) { return static_cast<std::size_t>(pattern); }

/// A reading of one cross-attention head with these likenesses, by chance 0.2, of no kind.
MomentReading reading(std::int64_t step, double diagonal, double alignment, std::vector<bool> right) {
    MomentReading made{.step = step, .right = std::move(right), .heads = {}};
    HeadLikeness head{.head = {{AttentionKind::cross, 1}, 2}};
    head.of[at(AttentionPattern::diagonal)] = Likeness{diagonal, 0.2};
    head.of[at(AttentionPattern::alignment)] = Likeness{alignment, 0.2};
    made.heads.push_back(head);
    return made;
}

std::vector<TrainingEvent> of_kind(const std::vector<TrainingEvent>& events, EventKind kind) {
    std::vector<TrainingEvent> found;
    std::ranges::copy_if(events, std::back_inserter(found), [&](const TrainingEvent& event) { return event.kind == kind; });
    return found;
}

}  // namespace

TEST_CASE("a loss spike is a loss more than twice the highest of the 20 before") {
    std::vector<double> losses(100, 1.0);
    losses[10] = 9;  // too early to tell
    losses[50] = 2.5;
    losses[60] = 4.9;  // less than twice the spike before
    losses[90] = 1.9;
    const auto spikes = of_kind(training_events(curves_of(losses), {}), EventKind::loss_spike);
    REQUIRE(spikes.size() == 1);
    CHECK(spikes[0].step == 51);
    CHECK(spikes[0].before == 1);
    CHECK(spikes[0].after == 2.5);
    CHECK(event_words(spikes[0]) == "the loss jumps from at most 1 to 2.5");
}

TEST_CASE("a spike is as large as what it rises to, and a small one before it does not hide it") {
    std::vector<double> losses(1200, 0.001);
    losses[1027] = 0.005;  // a small spike, 17 steps before a large one that rises in four steps
    losses[1044] = 0.04, losses[1045] = 0.08, losses[1046] = 0.06, losses[1047] = 3.58, losses[1048] = 3.2;
    for (std::size_t i = 1049; i < losses.size(); ++i) losses[i] = 3.1 * std::exp(-0.02 * static_cast<double>(i - 1049));
    const auto spikes = of_kind(training_events(curves_of(losses), {}), EventKind::loss_spike);
    REQUIRE(spikes.size() == 2);
    CHECK(spikes[0].step == 1028);
    CHECK(spikes[0].until == 1028);
    CHECK(event_words(spikes[0]) == "the loss jumps from at most 0.001 to 0.005");
    CHECK(spikes[1].step == 1045);
    CHECK(spikes[1].until == 1048);
    CHECK(event_words(spikes[1]) == "the loss rises from at most 0.005 to 3.58 by step " + grouped(1048));

    // A higher loss belongs to the spike if it is at most five steps after the highest so far.
    for (const std::size_t later : {5u, 6u}) {
        std::vector<double> two(100, 1.0);
        two[50] = 2.5, two[50 + later] = 4.9;
        const auto found = of_kind(training_events(curves_of(two), {}), EventKind::loss_spike);
        REQUIRE(found.size() == 1);
        CHECK(found[0].after == (later == 5 ? 4.9 : 2.5));
    }
}

TEST_CASE("sentences are right first, and all of them from a moment on") {
    const std::vector<MomentReading> readings{reading(0, 0, 0, {false, false}), reading(5, 0, 0, {false, true}),
                                              reading(9, 0, 0, {true, true}),   reading(12, 0, 0, {true, false}),
                                              reading(20, 0, 0, {true, true}),  reading(30, 0, 0, {true, true})};
    const auto events = training_events({}, readings);
    REQUIRE(events.size() == 2);
    CHECK(events[0].step == 5);
    CHECK(event_words(events[0]) == "the first correct sentence");
    CHECK(events[1].step == 20);
    CHECK(event_words(events[1]) == "from here on all 2 sentences are correct again");

    // They were not all right before, and the first two are right at the same time.
    const auto at_once = training_events({}, {readings[0], readings[4], readings[5]});
    REQUIRE(at_once.size() == 2);
    CHECK(event_words(at_once[0]) == "the first 2 correct sentences");
    CHECK(event_words(at_once[1]) == "from here on all 2 sentences are correct");
    CHECK(event_words(training_events({}, {readings[0], readings[4]})[1]) == "all 2 sentences are correct");
}

namespace {

/// Heads of a decoder, whose likeness to a kind rises to a height at a step, at moments as they are kept.
struct Forming {
    AttentionPattern kind;
    double step, height;
};

std::vector<MomentReading> forming(const std::vector<Forming>& heads, std::int64_t last = 2000) {
    std::vector<MomentReading> readings;
    for (std::int64_t step = 0; step <= last; step = std::max(step + 1, step + step / 20)) {
        MomentReading made{.step = step, .right = {}, .heads = {}};
        for (std::size_t h = 0; h < heads.size(); ++h) {
            HeadLikeness head{.head = {{AttentionKind::decoder_self, 0}, static_cast<Size>(h)}};
            const double value = 0.05 + (heads[h].height - 0.05) /
                                            (1 + std::exp(-(static_cast<double>(step) - heads[h].step) / (heads[h].step / 12)));
            head.of[at(heads[h].kind)] = Likeness{value, 0.1, 17};
            if (value > 0.5) head.kind = head.highest = heads[h].kind;
            made.heads.push_back(head);
        }
        readings.push_back(std::move(made));
    }
    return readings;
}

}  // namespace

TEST_CASE("a head forms where its likeness rises most steeply, not where it crosses a half") {
    // It rises at step 275, from 150 to 400, to a plateau of 0.52, and is above a half only late.
    std::vector<MomentReading> readings = forming({{AttentionPattern::induction, 275, 0.48}});
    for (MomentReading& moment : readings) {
        auto& like = moment.heads[0].of[at(AttentionPattern::induction)];
        like->value += 0.04 * static_cast<double>(moment.step) / 2000;
        moment.heads[0].kind = like->value > 0.5 ? std::optional(AttentionPattern::induction) : std::nullopt;
    }
    const auto events = training_events({}, readings);
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == EventKind::head_forms);
    CHECK(events[0].pattern == AttentionPattern::induction);
    CHECK((events[0].step >= 250 && events[0].step <= 310));
    CHECK((events[0].from >= 150 && events[0].until <= 400));
    CHECK(events[0].queries == 17);
    CHECK(event_words(events[0]) ==
          "decoder layer 1 head 1 attends to what followed the earlier occurrence of the token: mean weight 0.05 → 0.52");
    REQUIRE(event_details(events[0]).size() == 2);
    CHECK(event_details(events[0])[0].starts_with(
        "induction: 0.05 at its lowest, 0.52 in the end, a mean over 17 queries; rises fastest from step "));
}

TEST_CASE("every kind of head has its event, each by the head with the largest rise, whatever other heads do") {
    using enum AttentionPattern;
    std::vector<Forming> heads;
    for (int i = 0; i < 6; ++i) heads.push_back({previous, 100.0 + 20 * i, 0.95 - 0.01 * i});  // more than there is room for
    for (const AttentionPattern kind : {diagonal, next, first, last, duplicate, induction})
        heads.push_back({kind, 200.0 + 50 * static_cast<double>(at(kind)), 0.7});
    const std::vector<MomentReading> readings = forming(heads);
    const auto events = of_kind(training_events({}, readings), EventKind::head_forms);
    for (const AttentionPattern kind : {diagonal, previous, next, first, last, duplicate, induction})
        CHECK(std::ranges::count(events, kind, &TrainingEvent::pattern) == 1);
    for (const TrainingEvent& event : events) {
        const double step = heads[static_cast<std::size_t>(event.head.head)].step;
        CHECK(std::abs(static_cast<double>(event.step) - step) <= 0.15 * step);
        if (event.pattern == previous) CHECK(event.head.head == 0);
    }
    // If all heads that form are of one kind, there are still four events.
    heads.resize(6);
    CHECK(training_events({}, forming(heads)).size() == 4);
}

TEST_CASE("a head that does not form has no event: it was so from the beginning, is so no more, or is of no kind") {
    using enum AttentionPattern;
    std::vector<MomentReading> readings = forming({{diagonal, 300, 0.9}});
    CHECK(training_events({}, readings).size() == 1);
    std::vector<MomentReading> always = readings;
    for (MomentReading& moment : always) moment.heads[0].of[at(diagonal)]->value = 0.9;
    CHECK(training_events({}, always).empty());
    std::vector<MomentReading> lost = readings;
    lost.back().heads[0].kind.reset();
    CHECK(training_events({}, lost).empty());
    std::vector<MomentReading> even = readings;
    for (MomentReading& moment : even) {
        moment.heads[0].of[at(uniform)] = moment.heads[0].of[at(diagonal)];
        moment.heads[0].kind = uniform;
    }
    CHECK(training_events({}, even).empty());
    CHECK(training_events({}, {readings.back()}).empty());
    CHECK(training_events({}, {}).empty());
    // Moments without a likeness, as of weights that are NaN, are passed over.
    for (std::size_t i = 4; i + 4 < readings.size(); i += 5) readings[i].heads[0].of[at(diagonal)].reset();
    CHECK(training_events({}, readings).size() == 1);
}

TEST_CASE("the knee of the loss is an event, and there is none without a knee") {
    std::vector<double> losses;
    for (int i = 0; i < 1000; ++i)
        losses.push_back(i < 200 ? 3 * std::exp(-2.0 * i / 200) : 3 * std::exp(-2 - 0.3 * (i - 200) / 800));
    const auto events = training_events(curves_of(losses), {});
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == EventKind::loss_knee);
    CHECK((events[0].step >= 170 && events[0].step <= 230));
    CHECK(event_words(events[0]).starts_with("the knee of the loss, 0.4"));
    CHECK(tells_the_end(EventKind::loss_knee));
    CHECK(training_events(curves_of(std::vector<double>(1000, 2.0)), {}).empty());
}

TEST_CASE("the held-out loss turns where it is lowest, if it rises by more than a tenth") {
    History curves;
    for (const auto& [step, loss] : {std::pair{10, 2.0}, {20, 1.0}, {30, 1.05}, {40, 1.2}})
        curves.add_held_out(step, {.loss = loss});
    const auto events = training_events(curves, {});
    REQUIRE(events.size() == 1);
    CHECK(events[0].step == 20);
    CHECK(event_words(events[0]) == "the held-out loss is lowest (1; 1.2 at the end)");
    curves.cut_after(30);
    CHECK(training_events(curves, {}).empty());
}

TEST_CASE("a moment is read from the weights and predictions of its run") {
    const Model model = open_model({.sample = "translation"});
    const MomentReading read = read_moment(7, model.configuration, model.parameters, model.batch, {});
    CHECK(read.step == 7);
    CHECK(read.heads.size() == static_cast<std::size_t>(6 * model.configuration.nhead));
    Activations run;
    forward({model.configuration, model.parameters, model.batch, {}}, run);
    REQUIRE(read.right.size() == static_cast<std::size_t>(model.batch.sentences()));
    for (Size b = 0; b < model.batch.sentences(); ++b) {
        Size wrong = 0;
        for (Size l = 0; l < model.batch.labels.size(1); ++l) {
            const std::int32_t label = model.batch.labels.at({b, l});
            wrong += label != model.configuration.pad_tgt && label != run.predictions.at({b, l});
        }
        CHECK(read.right[static_cast<std::size_t>(b)] == (wrong == 0));
    }
    for (const HeadLikeness& head : read.heads) {
        for (const auto& like : head.of) CHECK((!like || (like->value >= 0 && like->value <= 1 + 1e-6 && like->queries > 0)));
        CHECK(head.of[at(AttentionPattern::alignment)].has_value() == (head.head.attention.kind == AttentionKind::cross));
    }

    // Means over the queries of all sentences: each sentence's means, weighted by its number of queries.
    int checked = 0;
    for (const HeadLikeness& head : read.heads) {
        const AttentionKind kind = head.head.attention.kind;
        const QueryTokens asking = side_of_queries(kind) == Side::source
                                       ? QueryTokens{model.batch.src, model.configuration.pad_src}
                                       : QueryTokens{model.batch.tgt, model.configuration.pad_tgt};
        for (const AttentionPattern pattern : patterns_of(kind)) {
            if (pattern == AttentionPattern::alignment) continue;  // divided by the shorter sentence
            double sum = 0;
            Size queries = 0;
            for (Size b = 0; b < model.batch.sentences(); ++b) {
                const auto like =
                    likeness(pattern, head_weights(attention_of(run, head.head.attention), {b, head.head.head}, asking));
                if (like) sum += like->value * static_cast<double>(like->queries), queries += like->queries;
            }
            const auto& pooled = head.of[at(pattern)];
            REQUIRE(pooled.has_value() == (queries > 0));
            if (!pooled) continue;
            CHECK(pooled->queries == queries);
            CHECK(pooled->value == doctest::Approx(sum / static_cast<double>(queries)));
            ++checked;
        }
    }
    CHECK(checked >= 100);
}

}  // namespace vitrine::events_test
