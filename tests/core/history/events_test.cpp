#include "core/history/events.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/io/open_model.h"

namespace vitrine::events_test {

namespace {

History curves_of(const std::vector<double>& losses) {
    History curves;
    for (std::size_t i = 0; i < losses.size(); ++i) curves.add({.step = static_cast<std::int64_t>(i + 1), .loss = losses[i]});
    return curves;
}

std::size_t at(AttentionPattern pattern) { return static_cast<std::size_t>(pattern); }

/// A reading of one cross-attention head with these likenesses, by chance 0.2.
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

TEST_CASE("sentences are right first, and all of them from a moment on") {
    const std::vector<MomentReading> readings{reading(0, 0, 0, {false, false}), reading(5, 0, 0, {false, true}),
                                              reading(9, 0, 0, {true, true}),   reading(12, 0, 0, {true, false}),
                                              reading(20, 0, 0, {true, true}),  reading(30, 0, 0, {true, true})};
    const auto events = training_events({}, readings);
    REQUIRE(events.size() == 2);
    CHECK(events[0].step == 5);
    CHECK(event_words(events[0]) == "the first sentence is correct");
    CHECK(events[1].step == 20);
    CHECK(event_words(events[1]) == "from here on all 2 sentences are correct");
}

TEST_CASE("a head forms at the first moment from which on its pattern is clear") {
    const std::vector<MomentReading> readings{reading(0, 0.1, 0.3, {}), reading(5, 0.6, 0.4, {}), reading(9, 0.4, 0.6, {}),
                                              reading(12, 0.55, 0.7, {}), reading(20, 0.8, 0.9, {})};
    const auto events = training_events({}, readings);
    REQUIRE(events.size() == 1);
    CHECK(events[0].step == 12);
    CHECK(events[0].pattern == AttentionPattern::diagonal);
    CHECK(event_words(events[0]) ==
          "cross-attention layer 2 head 3 attends to the same position of the source (0.10 at first, 0.80 at the end)");

    std::vector<MomentReading> aligned = readings;
    for (MomentReading& moment : aligned) moment.heads[0].of[at(AttentionPattern::diagonal)] = Likeness{0.3, 0.2};
    const auto alignment = training_events({}, aligned);
    REQUIRE(alignment.size() == 1);
    CHECK(alignment[0].step == 9);
    CHECK(event_words(alignment[0]) == "cross-attention layer 2 head 3 aligns target and source (0.30 at first, 0.90 at the end)");

    // A head that was so from the beginning has not become so, and a head that is not so at the end is not mentioned.
    for (MomentReading& moment : aligned) moment.heads[0].of[at(AttentionPattern::alignment)] = Likeness{0.9, 0.2};
    CHECK(training_events({}, aligned).empty());
    aligned.back().heads[0].of[at(AttentionPattern::alignment)] = Likeness{0.4, 0.2};
    CHECK(training_events({}, aligned).empty());
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
        for (const auto& like : head.of) CHECK((!like || (like->value >= 0 && like->value <= 1 + 1e-6)));
        CHECK(head.of[at(AttentionPattern::alignment)].has_value() == (head.head.attention.kind == AttentionKind::cross));
    }
}

}  // namespace vitrine::events_test
