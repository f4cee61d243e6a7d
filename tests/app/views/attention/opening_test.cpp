/// Which head is shown first, and that the view says of it what the model's card has measured.

#include <doctest/doctest.h>

#include "app/run/attention_readings.h"
#include "app/run/edited.h"
#include "app/views/attention/parts.h"
#include "tests/app/opened.h"

namespace vitrine::attention_opening_test {
using namespace vitrine::tests;

TEST_CASE("the first head is the one that the card says aligns best, and that is said of no other") {
    State state = opened("english-french");
    const CardAlignment measured = state.run->model->card->alignment.value();
    CHECK(state.of<AttentionView>().place == AttentionPlace{AttentionKind::cross, measured.layer});
    CHECK(state.selection.head == measured.head);
    int said = 0;
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        for (Size layer = 0; layer < attention_layers(state.run->model->configuration, kind); ++layer) {
            for (Size head = 0; head < head_count(*state.run, {kind, layer}); ++head)
                said += measured_alignment(*state.run, {kind, layer}, head) == measured.share;
        }
    }
    CHECK(said == 1);

    // It was measured on the weights as they are: nothing is said of a run in which they, or a head, are altered.
    Edits edits;
    edits.interventions.silenced = {{"decoder.layers.0.cross_attn", 0}};
    const auto altered = with_edits(state.run, edits);
    CHECK(!measured_alignment(*altered, {AttentionKind::cross, measured.layer}, measured.head));
}

TEST_CASE("in a model of one stack the first head is an induction head, where there is one") {
    const State state = opened("induction");
    const auto& run = *state.run;
    const AttentionPlace place = state.of<AttentionView>().place;
    CHECK(run.of<AttentionReadings>().reading(run, place, {0, state.selection.head}).kind == AttentionPattern::induction);
    CHECK(place.layer == 1);
    const State words = opened("hidden-words");
    CHECK(words.of<AttentionView>().place.layer == 0);
    CHECK(words.selection.head == 0);
}

}  // namespace vitrine::attention_opening_test
