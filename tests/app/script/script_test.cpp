#include "app/script/script.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/state/state.h"
#include "core/tensor/error.h"

namespace vitrine::script_test {

namespace {

/// The only action of a script of one line.
template <class Action>
Action only(std::string_view line) {
    const Script script = parse_script(line, "visit.drive");
    REQUIRE(script.size() == 1);
    REQUIRE(std::holds_alternative<Action>(script[0].action));
    return std::get<Action>(script[0].action);
}

std::string complaint(std::string_view text) {
    try {
        parse_script(text, "visit.drive");
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// The commands of a script, one a line; of resizes, scales, themes and screenshots also what they do.
std::string steps(std::string_view text) {
    std::string steps;
    for (const ScriptLine& line : parse_script(text, "v")) {
        steps += line.where;
        if (const auto* resize = std::get_if<script::Resize>(&line.action))
            steps += fmt::format(" resize {} {}", resize->width, resize->height);
        if (const auto* scale = std::get_if<script::Scale>(&line.action)) steps += fmt::format(" scale {}", scale->scale);
        if (const auto* theme = std::get_if<script::Theme>(&line.action))
            steps += theme->appearance == Appearance::dark ? " theme dark" : " theme light";
        if (const auto* shot = std::get_if<script::Screenshot>(&line.action)) steps += " screenshot " + shot->file.string();
        steps += '\n';
    }
    return steps;
}

}  // namespace

TEST_CASE("comments and blank lines are no commands, and every command knows its line") {
    const Script script = parse_script("# a visit\n\n  key right\r\n\t# more\nanchors # all of them", "visits/first.drive");
    REQUIRE(script.size() == 2);
    CHECK(script[0].where == "visits/first.drive:3");
    CHECK(script[1].where == "visits/first.drive:5");
    CHECK(parse_script("", "visit.drive").empty());
}

TEST_CASE("the mouse points at an anchor or at a cell of it") {
    using script::Point;
    CHECK(only<Point>("click transport/next").gesture == Point::Gesture::click);
    CHECK(only<Point>("double-click a").gesture == Point::Gesture::double_click);
    CHECK(only<Point>("right-click a").gesture == Point::Gesture::right_click);
    const Point hover = only<Point>("hover tensor/encoder.layers.0.self_attn.weights 1 0 2 1");
    CHECK(hover.gesture == Point::Gesture::hover);
    CHECK(hover.anchor == "tensor/encoder.layers.0.self_attn.weights");
    CHECK(hover.index == std::vector<Size>{1, 0, 2, 1});
    CHECK(only<Point>("click memory").index.empty());
}

TEST_CASE("names with spaces stand in quotes") {
    CHECK(only<script::Point>("click \"section/Encoder layer 1\"").anchor == "section/Encoder layer 1");
    CHECK(only<script::Point>("click \"a \\\"b\\\" \\\\\" 1").anchor == "a \"b\" \\");
    CHECK(only<script::Point>("click \"a b\"  2 # cell").index == std::vector<Size>{2});
}

TEST_CASE("a drag goes by a distance or to an anchor") {
    const auto by = only<script::Drag>("drag transport/scrub 120 -4.5");
    CHECK(by.x == 120.0f);
    CHECK(by.y == -4.5f);
    CHECK(by.to.empty());
    CHECK(only<script::Drag>("drag a to \"b c\"").to == "b c");
}

TEST_CASE("wheel, keys, text, sizes and waits are read") {
    CHECK(only<script::Scroll>("scroll figure -3").notches == -3.0f);
    CHECK_FALSE(only<script::Scroll>("scroll figure 2").ctrl);
    CHECK(only<script::Scroll>("scroll figure 0.5 ctrl").ctrl);
    CHECK(only<script::Key>("key ctrl+shift+p").chord == "ctrl+shift+p");
    CHECK(only<script::Type>("type je suis # étudiant").text == "je suis # étudiant");
    CHECK(only<script::Resize>("resize 1280 800").height == 800);
    CHECK(only<script::Theme>("theme light").appearance == Appearance::light);
    CHECK(only<script::Scale>("scale 1.5").scale == 1.5);
    CHECK(only<script::Wait>("wait 12").frames == 12);
    CHECK(only<script::Train>("train 40").steps == 40);
    CHECK(only<script::WaitSteps>("wait-steps 1000").steps == 1000);
    CHECK(only<script::Screenshot>("screenshot \"first screen.png\"").file == "first screen.png");
    CHECK(only<script::SaveState>("state -").file == "-");
}

TEST_CASE("a dropped file lies beside the script") {
    const auto dropped = [](std::string_view line, const std::string& name) {
        return std::get<script::Drop>(parse_script(line, name).at(0).action).files;
    };
    using Files = std::vector<std::filesystem::path>;
    CHECK(dropped("drop batch.tsv", "visits/first.drive") == Files{"visits/batch.tsv"});
    CHECK(dropped("drop /tmp/batch.tsv", "visits/first.drive") == Files{"/tmp/batch.tsv"});
    CHECK(dropped("drop batch.tsv", "standard input") == Files{"batch.tsv"});
    CHECK(dropped("drop model \"my batch.tsv\" # both", "visits/first.drive") == Files{"visits/model", "visits/my batch.tsv"});
}

TEST_CASE("an expected text is the rest of the line, or what stands in quotes") {
    const auto plain = only<script::Expect>("expect note encoder.layers.0 # 1");
    CHECK(plain.anchor == "note");
    CHECK(plain.text == "encoder.layers.0 # 1");
    CHECK(plain.shown);
    CHECK(only<script::Expect>("expect note \"  two  blanks\"").text == "  two  blanks");
    CHECK(only<script::Expect>("expect note \"a\" and \"b\"").text == "\"a\" and \"b\"");
    CHECK_FALSE(only<script::Expect>("expect-not message wrong").shown);
}

TEST_CASE("an expected state is a pointer and a value as it was written") {
    const auto expect = only<script::ExpectState>("expect-state /selection/cell [0, 1]");
    CHECK(expect.pointer == "/selection/cell");
    CHECK(expect.value == "[0, 1]");
    CHECK(only<script::ExpectState>("expect-state \"\" {}").pointer.empty());
}

TEST_CASE("what cannot be understood is named with file and line") {
    CHECK(complaint("key right\nclck a").starts_with("visit.drive:2: there is no command 'clck'; did you mean 'click'"));
    CHECK(complaint("click") == "visit.drive:1: the name of an anchor is missing");
    CHECK(complaint("click a 1.5").starts_with("visit.drive:1: '1.5' is not an index"));
    CHECK(complaint("click a -1").starts_with("visit.drive:1: '-1' is not an index"));
    CHECK(complaint("click a 1 2 3 4 5") == "visit.drive:1: an index has at most 4 numbers");
    CHECK(complaint("click \"a") == "visit.drive:1: the quotes are not closed");
    CHECK(complaint("click \"a\"b") == "visit.drive:1: a blank is missing after the closing quotes");
    CHECK(complaint("drag a 1") == "visit.drive:1: a distance is missing");
    CHECK(complaint("drag a to") == "visit.drive:1: the name of an anchor is missing");
    CHECK(complaint("scroll a two").starts_with("visit.drive:1: 'two' is not a number of notches"));
    CHECK(complaint("scroll a 2 alt") == "visit.drive:1: 'alt' is too much");
    CHECK(complaint("key Nonsense").starts_with("visit.drive:1: 'Nonsense' is not a key"));
    CHECK(complaint("type") == "visit.drive:1: the text is missing");
    CHECK(complaint("theme blue") == "visit.drive:1: 'blue' is not a theme: dark or light");
    CHECK(complaint("scale 0").starts_with("visit.drive:1: '0' is not a scale"));
    CHECK(complaint("scale nan").starts_with("visit.drive:1: 'nan' is not a scale"));
    CHECK(complaint("resize 1280").starts_with("visit.drive:1: a height is missing"));
    CHECK(complaint("resize 1280 9999999999999999999999").starts_with("visit.drive:1: '9999999999999999999999' is not a height"));
    CHECK(complaint("wait 0").starts_with("visit.drive:1: '0' is not a number of frames"));
    CHECK(complaint("train 0").starts_with("visit.drive:1: '0' is not a number of steps"));
    CHECK(complaint("wait 1 2") == "visit.drive:1: '2' is too much");
    CHECK(complaint("screenshot") == "visit.drive:1: a file is missing");
    CHECK(complaint("expect note") == "visit.drive:1: the text is missing");
    CHECK(complaint("expect-state step 1") == "visit.drive:1: 'step' is not a JSON pointer: it starts with /");
    CHECK(complaint("expect-state /a~2 1") == "visit.drive:1: '~' is written ~0 in a JSON pointer");
    CHECK(complaint("expect-no-overlap here") == "visit.drive:1: 'here' is too much");
}

TEST_CASE("lines are repeated at every size, and at every scale of it, the largest scale first") {
    CHECK(steps("at-every-size 1280x800 1920x1200@1.5,2 960x600@1.5\n"
                "  expect-no-overlap\n"
                "end\n"
                "anchors") ==
          "v:1 (size 1920x1200@2) scale 1\n"
          "v:1 (size 1920x1200@2) resize 1920 1200\n"
          "v:1 (size 1920x1200@2) scale 2\n"
          "v:2 (size 1920x1200@2)\n"
          "v:1 (size 1920x1200@1.5) scale 1.5\n"
          "v:1 (size 1920x1200@1.5) resize 1920 1200\n"
          "v:2 (size 1920x1200@1.5)\n"
          "v:1 (size 960x600@1.5) resize 960 600\n"
          "v:2 (size 960x600@1.5)\n"
          "v:1 (size 1280x800) scale 1\n"
          "v:1 (size 1280x800) resize 1280 800\n"
          "v:2 (size 1280x800)\n"
          "v:4\n");
    CHECK(steps("at-every-size 1280x800 # comment\nend") ==
          "v:1 (size 1280x800) scale 1\n"
          "v:1 (size 1280x800) resize 1280 800\n");
}

TEST_CASE("lines are repeated in both themes and for every value, and blocks stand in blocks") {
    CHECK(steps("in-both-themes\n"
                "  for-every step in norm1 \"a b\"\n"
                "    screenshot \"{theme} {step} {size}.png\"\n"
                "  end # of the steps\n"
                "end") ==
          "v:1 (theme dark) theme dark\n"
          "v:3 (theme dark, step norm1) screenshot dark norm1 {size}.png\n"
          "v:3 (theme dark, step a b) screenshot dark a b {size}.png\n"
          "v:1 (theme light) theme light\n"
          "v:3 (theme light, step norm1) screenshot light norm1 {size}.png\n"
          "v:3 (theme light, step a b) screenshot light a b {size}.png\n");
    // Also in the line that begins a block, and one after another.
    CHECK(steps("for-every width in 700 800\nat-every-size {width}x400@1\nscreenshot {size}\nend\nend\n"
                "for-every width in 900\nresize {width} 900\nend") ==
          "v:2 (width 700, size 700x400) scale 1\n"
          "v:2 (width 700, size 700x400) resize 700 400\n"
          "v:3 (width 700, size 700x400) screenshot 700x400\n"
          "v:2 (width 800, size 800x400) scale 1\n"
          "v:2 (width 800, size 800x400) resize 800 400\n"
          "v:3 (width 800, size 800x400) screenshot 800x400\n"
          "v:7 (width 900) resize 900 900\n");
}

TEST_CASE("a block that cannot be understood is named with file and line") {
    CHECK(complaint("key right\nat-every-size\nend") == "visit.drive:2: a size is missing");
    CHECK(complaint("at-every-size 1280\nend") == "visit.drive:1: size '1280': a height is missing");
    CHECK(complaint("at-every-size x800\nend") == "visit.drive:1: size 'x800': a width is missing");
    CHECK(complaint("at-every-size 1280x800@\nend") == "visit.drive:1: size '1280x800@': a scale is missing");
    CHECK(complaint("at-every-size 1280x800@1,\nend") == "visit.drive:1: size '1280x800@1,': a scale is missing");
    CHECK(complaint("at-every-size 1280x800@9\nend").starts_with("visit.drive:1: size '1280x800@9': '9' is not a scale"));
    CHECK(complaint("at-every-size 1280X800\nend").starts_with("visit.drive:1: size '1280X800': '1280X800' is not a width"));
    CHECK(complaint("at-every-size 1100x700@1,2\nend")
              .starts_with("visit.drive:1: size '1100x700@1,2': a picture of 1100x700 pixels is too small: at scale 2"));
    CHECK(complaint("in-both-themes now\nend") == "visit.drive:1: 'now' is too much");
    CHECK(complaint("for-every\nend") == "visit.drive:1: a name is missing");
    CHECK(complaint("for-every step norm1\nend") == "visit.drive:1: 'in' and values are missing after the name 'step'");
    CHECK(complaint("for-every step in\nend") == "visit.drive:1: a value is missing");
    CHECK(complaint("key right\nend") == "visit.drive:2: 'end' ends no block");
    CHECK(complaint("in-both-themes\nend\nend") == "visit.drive:3: 'end' ends no block");
    CHECK(complaint("in-both-themes\nend here") == "visit.drive:2 (theme dark): 'here' is too much");
    CHECK(complaint("key right\nat-every-size 1280x800\nkey left") == "visit.drive:2: 'at-every-size' has no 'end'");
    CHECK(complaint("in-both-themes\nfor-every a in b\nend") == "visit.drive:1: 'in-both-themes' has no 'end'");
    CHECK(complaint("in-both-themes\nin-both-themes\nend\nend") ==
          "visit.drive:2 (theme dark): a block around this one changes 'theme' already");
    CHECK(complaint("in-both-themes\nkey\nend") == "visit.drive:2 (theme dark): a key is missing");
    CHECK(
        complaint("for-every step in 1 0\nwait {step}\nend").starts_with("visit.drive:2 (step 0): '0' is not a number of frames"));
    CHECK(complaint("at-every-sise 1280x800")
              .starts_with("visit.drive:1: there is no command 'at-every-sise'; did you mean 'at-every-size'"));
}

TEST_CASE("a script whose blocks go too deep or too far is refused") {
    std::string deep;
    for (int i = 0; i < 9; ++i) deep += fmt::format("for-every name{} in a b\n", i);
    CHECK(complaint(deep).find(": at most 8 blocks stand in one another") != std::string::npos);
    std::string far;
    for (int i = 0; i < 6; ++i) far += fmt::format("for-every name{} in 0 1 2 3 4 5 6 7 8 9\n", i);
    CHECK(complaint(far + "anchors\nend\nend\nend\nend\nend\nend").find(": a script has at most 100000 commands") !=
          std::string::npos);
}

TEST_CASE("settings are read, with sentences, heads and words counted from 1") {
    const auto read = [](const char* line) { return parse_command(line); };
    CHECK(std::get<script::Choose>(read("sentence 2")).place == 1);
    CHECK(std::get<script::Silence>(read("silence decoder.layers.1.cross_attn 2")).head == 1);
    CHECK(std::get<script::Select>(read("select memory 0 1 2")).index == std::vector<Size>{0, 1, 2});
    const auto write = std::get<script::SetCell>(read("write memory 0 1 2 -0.5"));
    CHECK(write.index == std::vector<Size>{0, 1, 2});
    CHECK(write.value == -0.5);
    CHECK(std::get<script::SetWord>(read("word source 3 dog")).place == 2);
    CHECK(std::get<script::Keep>(read("keep map {\"a b\": 1}")).fields == "{\"a b\": 1}");
    for (const char* wrong : {"sentence 0", "sentence x", "aspect sideways", "word side 1 a", "write memory 1",
                              "select memory 1 2 3 4 5", "restore all"})
        CHECK_THROWS_AS(read(wrong), Error);
}

}  // namespace vitrine::script_test
