#include "app/widgets/tensor/word_tree.h"

#include <algorithm>
#include <vector>

#include "tests/app/render/screen.h"

namespace vitrine::word_tree_test {

namespace {

/// The first word in column 0, and three words in each later column, all of which follow the first word of the previous column.
std::vector<WordCard> tree_of(int columns) {
    std::vector<WordCard> cards{{.name = "word/0", .row = 1, .word = "<bos>"}};
    int parent = 0;
    for (int column = 1; column < columns; ++column) {
        const auto first = static_cast<int>(cards.size());
        for (int row = 0; row < 3; ++row) {
            cards.push_back({.name = "word/" + std::to_string(cards.size()),
                             .parent = parent,
                             .column = static_cast<float>(column),
                             .row = static_cast<float>(row),
                             .word = "Donaudampfschifffahrtsgesellschaft",
                             .number = "-123.45",
                             .share = 0.5,
                             .mark = WordMark::forced});
        }
        parent = first;
    }
    return cards;
}

struct Drawn {
    WordTreeOutput output;
    FrameRecord record;
};

Drawn draw(std::span<const WordCard> cards, const WordTreePitch& pitch, const Pointer& pointer = {}) {
    const auto screen = Screen::open();
    UiInput input;
    input.pointer = pointer;
    Drawn drawn;
    screen->draw(600, 200, [&](ImDrawList& list) {
        Ui ui({list, screen->fonts(), theme(ThemeKind::dark), screen->heatmaps()}, {600, 200}, input);
        drawn.output = word_tree(ui, {10, 10}, {cards, pitch, ui.theme.output});
        drawn.record = ui.finish();
    });
    return drawn;
}

}  // namespace

TEST_CASE("no two words of a tree lie over each other, and what is written stays within its card") {
    const std::vector<WordCard> cards = tree_of(4);
    for (const WordTreePitch& pitch : {WordTreePitch{126, 44}, WordTreePitch{148, 50}, WordTreePitch{190, 60}}) {
        const Drawn drawn = draw(cards, pitch);
        REQUIRE(drawn.record.anchors.size() == cards.size());
        for (const Anchor& a : drawn.record.anchors) {
            for (const Anchor& b : drawn.record.anchors) {
                if (&a != &b) CHECK(a.area.intersection(b.area).empty());
            }
        }
        for (const TextRecord& text : drawn.record.texts) {
            const auto holds = [&](const Anchor& anchor) { return anchor.area.contains(text.area); };
            CHECK(std::ranges::any_of(drawn.record.anchors, holds));
        }
    }
}

TEST_CASE("a tree is as large as the cards in it") {
    const WordTreePitch pitch{148, 50};
    const ImVec2 size = word_tree_size(pitch, 4, 3);
    const Rect last = word_card_area({0, 0}, pitch, 3, 2);
    CHECK(last.max.x == doctest::Approx(size.x));
    CHECK(last.max.y == doctest::Approx(size.y));
}

TEST_CASE("the word under the pointer answers, and no other") {
    const std::vector<WordCard> cards = tree_of(3);
    const WordTreePitch pitch{148, 50};
    const ImVec2 middle = word_card_area({10, 10}, pitch, cards[5].column, cards[5].row).centre();
    const Drawn hovered = draw(cards, pitch, {.position = middle});
    CHECK(hovered.output.hovered == 5);
    CHECK(!hovered.output.clicked);
    const Drawn clicked = draw(cards, pitch, {.position = middle, .down = true, .pressed = true});
    CHECK(clicked.output.clicked == 5);
    CHECK(!draw(cards, pitch, {.position = {580, 190}}).output.hovered);
}

TEST_CASE("words that cannot be seen have their names all the same, so that the keyboard reaches them") {
    const std::vector<WordCard> cards = tree_of(40);
    const Drawn drawn = draw(cards, {148, 50});
    CHECK(drawn.record.anchors.size() == cards.size());
    CHECK(drawn.record.find(cards.back().name)->visible.empty());
    CHECK(drawn.record.find(cards.back().name)->focusable);
    CHECK(drawn.record.texts.size() < cards.size());
}

}  // namespace vitrine::word_tree_test
