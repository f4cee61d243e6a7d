#include "app/shell/script/inspection.h"

#include <doctest/doctest.h>

namespace vitrine::inspection_test {

namespace {

const Rect screen{{0, 0}, {1000, 1000}};

TextRecord text(const std::string& words, const Rect& area, const Rect& clip = screen) { return {words, area, clip, false}; }

Anchor control(const std::string& name, const Rect& area, const Rect& clip = screen) {
    Anchor anchor;
    anchor.name = name;
    anchor.area = area;
    anchor.visible = area.intersection(clip);
    anchor.focusable = true;
    return anchor;
}

FrameRecord with_texts(std::vector<TextRecord> texts) {
    FrameRecord record;
    record.texts = std::move(texts);
    return record;
}

FrameRecord with_controls(std::vector<Anchor> anchors) {
    FrameRecord record;
    record.anchors = std::move(anchors);
    return record;
}

}  // namespace

TEST_CASE("an area says the texts whose middle can be seen in it") {
    const FrameRecord record = with_texts({text("in", {{10, 10}, {30, 20}}), text("beside", {{90, 10}, {130, 20}}),
                                           text("scrolled away", {{10, 10}, {30, 20}}, {{0, 50}, {100, 100}})});
    CHECK(as_read(texts_in(record, {{0, 0}, {100, 100}})) == "in");
}

TEST_CASE("of a text that is shown shortened only the whole is said to be there") {
    std::vector<TextRecord> texts{text("encoder", {{10, 10}, {30, 20}}), text("self_attn.weights", {{40, 10}, {90, 20}})};
    CHECK(says(texts, "encoder self_attn"));
    texts[1].shortened = true;
    CHECK(as_read(texts) == "encoder …");
    CHECK(says(texts, "encoder"));
    CHECK(says(texts, "self_attn.weights"));
    CHECK_FALSE(says(texts, "self_attn"));
    CHECK_FALSE(says(texts, "weights"));
}

TEST_CASE("text partly outside of what can be seen is cut, unless it was shortened or lies wholly outside") {
    const Rect view{{0, 0}, {100, 100}};
    TextRecord shortened = text("asked for", {{80, 10}, {120, 20}}, view);
    shortened.shortened = true;
    const FrameRecord record = with_texts({text("whole", {{10, 10}, {50, 20}}, view), text("half", {{80, 10}, {120, 20}}, view),
                                           text("away", {{110, 10}, {120, 20}}, view)});
    const auto sentences = cut_texts(record);
    REQUIRE(sentences.size() == 1);
    CHECK(sentences[0].find("'half'") != std::string::npos);
}

TEST_CASE("text at the edge of a scrolling area is not cut if it can be scrolled into view") {
    const Rect view{{0, 0}, {100, 100}};
    FrameRecord record = with_texts({text("below", {{10, 95}, {50, 110}}, view)});
    CHECK(cut_texts(record).size() == 1);
    record.scrolls = {{.name = "list", .view = view, .offset = 20, .content = 300}};
    CHECK(cut_texts(record).empty());
    record.scrolls[0].content = 120;  // ends at 100
    CHECK(cut_texts(record).size() == 1);
    record.scrolls[0].content = 300;
    record.texts = {text("too wide", {{90, 95}, {120, 110}}, view)};
    CHECK(cut_texts(record).size() == 1);
    record.texts = {text("in a frame of its own", {{10, 45}, {50, 60}}, {{0, 0}, {100, 50}})};
    CHECK(cut_texts(record).size() == 1);
}

TEST_CASE("two texts overlap only where both can be seen, and by more than a pixel") {
    const Rect left{{0, 0}, {50, 20}};
    CHECK(overlaps(with_texts({text("a", left), text("b", {{40, 10}, {90, 30}})}), "").size() == 1);
    CHECK(overlaps(with_texts({text("a", left), text("b", {{49.5f, 0}, {90, 20}})}), "").empty());
    CHECK(overlaps(with_texts({text("a", left), text("b", {{40, 10}, {90, 30}}, {{60, 0}, {90, 30}})}), "").empty());
}

TEST_CASE("what floats may lie over the rest") {
    FrameRecord record = with_texts({text("below", {{0, 0}, {50, 20}}), text("note", {{10, 5}, {40, 15}})});
    record.anchors = {control("note", {{5, 0}, {45, 20}})};
    CHECK(overlaps(record, "").empty());

    const auto entry = control("top/sample/one", {{0, 0}, {50, 30}}), button = control("sentence/0", {{40, 20}, {90, 40}});
    CHECK(overlaps(with_controls({button, entry}), "top/sample").empty());
    CHECK(overlaps(with_controls({button, entry}), "").size() == 1);
}

TEST_CASE("a control may contain another but not cross it") {
    const Anchor box = control("block/output", {{0, 0}, {100, 100}});
    CHECK(overlaps(with_controls({box, control("figure/logits", {{10, 10}, {50, 50}})}), "").empty());
    const auto sentences = overlaps(with_controls({box, control("figure/logits", {{90, 10}, {150, 50}})}), "");
    REQUIRE(sentences.size() == 1);
    CHECK(sentences[0].find("'block/output'") != std::string::npos);
    CHECK(overlaps(with_controls({box, control("figure/logits", {{90, 10}, {150, 50}}, {{100, 0}, {200, 50}})}), "").empty());
}

TEST_CASE("on what pans, a text at its edge is not cut, but one that something smaller clips is") {
    const Rect view{{100, 100}, {300, 300}}, box{{150, 150}, {200, 200}};
    FrameRecord record =
        with_texts({text("at the edge", {{80, 120}, {140, 132}}, view), text("in a corner", {{280, 290}, {340, 302}}, view),
                    text("in a box", {{180, 160}, {240, 172}}, box)});
    CHECK(cut_texts(record).size() == 3);
    record.scrolls.push_back({.name = "map", .view = view, .offset = 0, .content = 200, .pans = true});
    const auto sentences = cut_texts(record);
    REQUIRE(sentences.size() == 1);
    CHECK(sentences[0].find("in a box") != std::string::npos);
}

TEST_CASE("a text that an area pans into view within one that scrolls is not cut, unless the two lie apart") {
    const Rect column{{0, 100}, {300, 300}}, tree{{50, 150}, {300, 500}}, seen{{50, 150}, {300, 300}};
    FrameRecord record = with_texts({text("at both edges", {{280, 292}, {340, 308}}, seen)});
    record.scrolls.push_back({.name = "tree", .view = tree, .offset = 0, .content = 0, .pans = true});
    CHECK(cut_texts(record).size() == 1);
    record.scrolls.push_back({.name = "column", .view = column, .offset = 0, .content = 500});
    CHECK(cut_texts(record).empty());
    record.scrolls.back().view = {{100, 100}, {300, 300}};  // the tree is wider than it
    CHECK(cut_texts(record).size() == 1);
}

TEST_CASE("what lies on the ground of what pans may go beyond it") {
    const Rect view{{100, 100}, {300, 300}};
    FrameRecord record = with_controls({control("map/canvas", view), control("block/output", {{250, 150}, {400, 200}}, view)});
    CHECK(overlaps(record, "").size() == 1);
    record.scrolls.push_back({.name = "map", .view = view, .offset = 0, .content = 200, .pans = true});
    CHECK(overlaps(record, "").empty());
}

}  // namespace vitrine::inspection_test
