#include "app/edit/commands.h"
#include "app/frame/batch/parts.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "tests/app/opened.h"
#include "tests/app/render/screen.h"

namespace vitrine::batch_chips_test {
using namespace vitrine::tests;

namespace {

/// The first words of a text that repeats the sample's first sentence.
IndexTensor text_of(const State& state, Size words) {
    const IndexTensor& sentence = state.run->batch->src;
    IndexTensor tokens{Axis::batch, Axis::position};
    tokens.resize({1, words});
    for (Size i = 0; i < words; ++i) tokens.data()[i] = sentence.at({0, i % sentence.size(1)});
    return tokens;
}

/// The chips laid out in a window of 300 × 400 whose content is scrolled up by `above`.
PlacedChips placed(Screen& screen, const State& state, Size words, float above = 0) {
    const IndexTensor tokens = text_of(state, words);
    const TokenRow row{"source", BatchSide::source, tokens};
    const ShownTokens shown{row, state, 0, words, true};
    PlacedChips found;
    screen.draw(300, 400, [&](ImDrawList& list) {
        Ui ui({list, screen.fonts(), theme(ThemeKind::light), screen.heatmaps()}, {300, 400}, {});
        found = placed_chips(ui, {{10, 10 - above}, {290, 10 - above}}, shown);
        ui.finish();
    });
    return found;
}

const TokenChip* word_at(const PlacedChips& placed, Size position) {
    for (const TokenChip& chip : placed.chips) {
        if (chip.kind == TokenChip::Kind::word && chip.position == position) return &chip;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("a sentence has all of its chips") {
    const auto screen = Screen::open();
    const State state = opened("translation");
    const PlacedChips all = placed(*screen, state, 200, 1000);
    REQUIRE(all.chips.size() == 201);  // and the + after the last one
    for (Size i = 0; i < 200; ++i) CHECK(word_at(all, i));
    CHECK(all.bottom == all.chips.back().area.max.y);
}

TEST_CASE("of thousands of words only those in sight have chips, where they would be if all had") {
    const auto screen = Screen::open();
    State state = opened("translation");
    const PlacedChips few = placed(*screen, state, 250), many = placed(*screen, state, 4096);
    CHECK(many.chips.size() < 250);
    for (const TokenChip& chip : few.chips) {
        if (chip.area.min.y >= 400 || chip.kind != TokenChip::Kind::word) continue;
        const TokenChip* same = word_at(many, chip.position);
        REQUIRE(same);
        CHECK(same->word == chip.word);
        CHECK(same->area.min.x == doctest::Approx(chip.area.min.x));
        CHECK(same->area.min.y == doctest::Approx(chip.area.min.y));
    }
    CHECK(many.bottom == doctest::Approx(many.chips.back().area.max.y));  // at the bottom of the + after the last word
    CHECK(many.bottom > 10 * few.bottom);
    CHECK(word_at(many, 4095));
    CHECK(!word_at(many, 2000));

    const PlacedChips lower = placed(*screen, state, 4096, 1000);
    CHECK(lower.bottom == doctest::Approx(many.bottom - 1000));
    CHECK(lower.chips.size() < 250);

    state.focus = "batch/source/2000";
    const PlacedChips ringed = placed(*screen, state, 4096);
    for (const Size near : {1999, 2000, 2001}) CHECK(word_at(ringed, near));
    CHECK(!word_at(ringed, 2002));
}

TEST_CASE("no chip moves while a token is typed: what is under the pointer is there at the next click") {
    const auto screen = Screen::open();
    for (const Size words : {12, 4096}) {
        State state = opened("translation");
        const PlacedChips before = placed(*screen, state, words);
        for (const TypeToken& typing : {TypeToken{{BatchSide::source, 0, 1}}, TypeToken{{BatchSide::source, 0, 2}, true}}) {
            apply(state, typing);
            REQUIRE(state.field);
            const PlacedChips during = placed(*screen, state, words);
            REQUIRE(during.chips.size() == before.chips.size());
            CHECK(during.bottom == before.bottom);
            for (std::size_t i = 0; i < before.chips.size(); ++i) {
                CHECK(during.chips[i].word == before.chips[i].word);
                CHECK(during.chips[i].area.min.x == before.chips[i].area.min.x);
                CHECK(during.chips[i].area.min.y == before.chips[i].area.min.y);
            }
        }
    }
}

TEST_CASE("another word makes another row of chips") {
    const auto screen = Screen::open();
    State state = opened("translation");
    const float before = placed(*screen, state, 4096).bottom;
    CHECK(placed(*screen, state, 4000).bottom < before);
    CHECK(placed(*screen, state, 4096).bottom == doctest::Approx(before));
}

}  // namespace vitrine::batch_chips_test
