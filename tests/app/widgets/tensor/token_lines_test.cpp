#include "app/widgets/tensor/token_lines.h"

#include <numeric>

#include <fmt/format.h>

#include "tests/app/render/screen.h"

namespace vitrine::token_lines_test {

namespace {

struct Drawn {
    FrameRecord record;
    TokenLinesOutput output;

    bool says(const std::string& text) const {
        return std::ranges::any_of(record.texts, [&](const TextRecord& one) { return one.text == text; });
    }
};

const Rect area = rect_at({10, 20}, 400, 480);

/// Draws the columns with lines in an area, with the pointer in this place.
Drawn drawn(const TokenLinesInput& input, ImVec2 pointer = {-1, -1}) {
    const auto screen = Screen::open();
    Drawn drawn;
    screen->draw(420, 520, [&](ImDrawList& list) {
        UiInput what;
        what.pointer.position = pointer;
        Ui ui({list, screen->fonts(), theme(ThemeKind::light), screen->heatmaps()}, {420, 520}, what);
        drawn.output = token_lines(ui, area, input);
        drawn.record = ui.finish();
    });
    return drawn;
}

std::vector<std::string> words(int count) {
    std::vector<std::string> list;
    for (int i = 0; i < count; ++i) list.push_back(fmt::format("w{}", i));
    return list;
}

/// 160 consecutive words, beginning with number 1920, and single words before and after them.
TokenColumn part_of_many(const std::vector<int>& before, const std::vector<int>& behind) {
    TokenColumn column{.words = {}, .places = before};
    column.places.resize(before.size() + 160);
    std::iota(column.places.begin() + static_cast<std::ptrdiff_t>(before.size()), column.places.end(), 1920);
    column.places.insert(column.places.end(), behind.begin(), behind.end());
    for (const int place : column.places) column.words.push_back(fmt::format("w{}", place));
    column.before = static_cast<int>(before.size());
    column.behind = static_cast<int>(behind.size());
    return column;
}

}  // namespace

TEST_CASE("a few words share the height equally, and each of them is written") {
    const std::vector<TokenLine> lines{{0, 1, 0.5}, {11, 3, 0.2}};
    const Drawn few = drawn({.name = "lines", .left = {words(12)}, .right = {words(8)}, .lines = lines, .chosen = 2});
    CHECK(few.record.anchors.size() == 20);
    for (int i = 0; i < 12; ++i) {
        const Anchor* anchor = few.record.find(fmt::format("lines/left/{}", i));
        REQUIRE(anchor);
        CHECK(anchor->area.min.y == doctest::Approx(20 + 40 * i));
        CHECK(anchor->area.height() == doctest::Approx(40));
        CHECK(few.says(fmt::format("w{}", i)));
    }
    CHECK(few.output.left_out == 0);
}

TEST_CASE("of thousands of words those given are known by their places, and those apart have a line each") {
    std::vector<TokenLine> lines;
    for (int q = 1920; q < 2080; ++q) {
        for (int k = 1920; k < 2080; ++k) lines.push_back({q, k, 1.0 / (1 + q + k)});
    }
    lines.push_back({2000, 7, 0.4});
    const TokenLinesInput input{.name = "lines",
                                .left = part_of_many({}, {}),
                                .right = part_of_many({7, 900}, {4000}),
                                .lines = lines,
                                .chosen = 2000,
                                .answer = 1990};
    const Drawn many = drawn(input);
    CHECK(many.record.anchors.size() == 160 + 163);
    float last = area.min.y;
    for (const int place : input.right.places) {
        const Anchor* anchor = many.record.find(fmt::format("lines/right/{}", place));
        REQUIRE(anchor);
        CHECK(anchor->area.min.y >= last - 0.01f);
        last = anchor->area.max.y;
    }
    CHECK(last == doctest::Approx(area.max.y));
    for (const char* word : {"w7", "w900", "w4000", "w2000", "w1990"}) CHECK(many.says(word));
    CHECK(many.output.left_out == 159 * 160 - 600);  // all but the heaviest and the 161 of the chosen word
    CHECK(many.record.texts.size() < 100);

    const Rect apart = many.record.find("lines/right/900")->area;
    CHECK(apart.height() >= 14);
    CHECK(drawn(input, apart.centre()).output.hovered_right == 900);
}

}  // namespace vitrine::token_lines_test
