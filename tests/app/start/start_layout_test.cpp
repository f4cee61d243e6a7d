/// Where the parts of the first page stand.

#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "app/edit/sentence_typing.h"
#include "app/run/attention_readings.h"
#include "app/run/run.h"
#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/start/state.h"
#include "app/state/window_commands.h"
#include "core/text/plain_text.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::start_layout_test {
using namespace vitrine::tests;

TEST_CASE("while the words of a short sentence appear, nothing says that there are more than the line has") {
    Stage stage(sample("translation"), {.width = 1280, .height = 800});
    Input input;
    stage.application().command(SetMenu{start_page});
    stage.settle(input);
    stage.application().command(PlayStart{true});
    const Counted checks(20);
    for (int frame = 0; frame < 300 && stage.state().of<StartPage>().grown < 5; ++frame) {
        stage.frame(input);
        if (words_grown(stage.state().of<StartPage>(), 5) == 0) continue;
        CHECK(!stage.record().find("start/said/after"));
        CHECK(!stage.record().find("start/read/after"));
    }
}

TEST_CASE("in a wide window the way to the model's card stands in the line of the examples") {
    for (const char* name : {"english-french", "hidden-words", "induction"}) {
        Stage stage(sample(name), {.width = 1280, .height = 800});
        Input input;
        for (const int width : {1280, 1366, 1600}) {
            stage.resize(width, 800);
            stage.application().command(SetMenu{start_page});
            stage.settle(input);
            const Anchor *card = stage.record().find("start/card"), *examples = stage.record().find("start/examples");
            REQUIRE(card);
            REQUIRE(examples);
            CHECK(card->area.min.y == examples->area.min.y);
            const auto is_example = [](const Anchor& anchor) { return anchor.name.starts_with("start/example/"); };
            CHECK(std::ranges::count_if(stage.record().anchors, is_example) > 0);
        }
    }
}

TEST_CASE("nothing below moves when the page says what it does not read") {
    for (const int width : {390, 1280}) {
        Stage stage(sample("english-french"), {.width = width, .height = 844});
        Input input;
        stage.application().command(SetMenu{start_page});
        const auto top_of_examples = [&](const char* text) {
            stage.application().command(SetSentenceText{typed_text(text)});
            stage.settle(input);
            return stage.record().find("start/examples")->area.min.y;
        };
        const float before = top_of_examples("the black cat sleeps");
        CHECK(!stage.record().find("start/notes"));
        CHECK(std::abs(top_of_examples("the black cat, sleeps.") - before) < 0.1f);
        CHECK(stage.record().find("start/notes"));
    }
}

namespace {

/// Points at the words of the two lines, one after the other, and checks that the notes are clear of these places.
void check_notes(const char* name, std::initializer_list<const char*> places) {
    Stage stage(sample(name), {.width = 1280, .height = 800});
    Input input;
    input.mouse_inside = true;
    stage.application().command(SetMotion{Motion::at_once});
    stage.application().command(SetMenu{start_page});
    stage.settle(input);
    for (const char* line : {"start/said/", "start/read/"}) {
        for (int word = 0; word < 12; ++word) {
            const Anchor* anchor = stage.record().find(line + std::to_string(word));
            if (!anchor || !anchor->focusable) continue;
            input.mouse = anchor->area.centre();
            stage.settle(input);
            const Anchor* note = stage.record().find("note");
            REQUIRE(note);
            for (const char* place : places) {
                REQUIRE(stage.record().find(place));
                CHECK(note->area.intersection(stage.record().find(place)->area).empty());
            }
        }
    }
}

}  // namespace

TEST_CASE("a note about a word covers neither the ribbons nor what stands below the words") {
    const Counted checks(60);
    check_notes("english-french", {"start/ribbons", "start/candidates", "start/temperature", "start/meaning"});
    check_notes("hidden-words", {"start/read/1", "start/said/0", "start/candidates", "start/temperature", "start/meaning"});
}

TEST_CASE("a click on a ribbon leads to its attention weight") {
    Stage stage(sample("english-french"), {.width = 1280, .height = 800});
    Input input;
    input.mouse_inside = true;
    stage.application().command(SetMotion{Motion::at_once});
    stage.application().command(SetMenu{start_page});
    stage.settle(input);
    const Rect ribbons = stage.record().find("start/ribbons")->area;
    std::string note;
    for (float x = ribbons.min.x; x < ribbons.max.x && note.empty(); x += 4) {
        input.mouse = {x, ribbons.centre().y};
        stage.settle(input);
        if (const Anchor* shown = stage.record().find("note"))
            for (const TextRecord& line : texts_in(stage.record(), shown->area)) note += line.text;
    }
    REQUIRE(note.find("open this weight") != std::string::npos);
    input.button(MouseButton::left) = {.down = false, .pressed = true, .released = true, .clicks = 1};
    stage.frame(input);
    input.button(MouseButton::left) = {};
    stage.settle(input);
    const State& state = stage.state();
    CHECK(state.menu.empty());
    CHECK(state.view == View::attention);
    REQUIRE(state.selection.cell);
    const Tensor& weights = attention_of(*state.run->activations, {AttentionKind::cross, 1}).weights;
    CHECK(state.selection.tensor == "decoder.layers.1.cross_attn.weights");
    CHECK(note.find(percent(static_cast<double>(weights.at(*state.selection.cell)), 1)) != std::string::npos);
}

}  // namespace vitrine::start_layout_test
