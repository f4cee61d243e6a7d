/// What keys do to the text of a field.

#include "app/panel/typed_text.h"

#include <doctest/doctest.h>

#include "app/state/clipboard.h"

namespace vitrine::typed_text_test {

namespace {

Input keys(std::vector<std::string> pressed, std::string clipboard = "") {
    Input input;
    input.keys = std::move(pressed);
    input.clipboard = std::move(clipboard);
    return input;
}

std::string copied(const Commands& commands) {
    REQUIRE(commands.size() == 1);
    const auto* command = commands.front().as<CopyText>();
    REQUIRE(command);
    return command->text;
}

}  // namespace

TEST_CASE("characters and keys of editing go into the text; the others are left to the field's owner, in their order") {
    Input input = keys({"left", "up", "ctrl+z", "enter"});
    input.text = "né";
    Commands commands;
    const Typed typed = typed_into(typed_text("a"), input, commands);
    CHECK(typed.text == TextEdit{"ané", 2, 2});
    CHECK(typed.keys == std::vector<std::string>{"up", "ctrl+z", "enter"});
    CHECK(commands.empty());
}

TEST_CASE("characters that come with Ctrl or Alt are no text") {
    Input input;
    input.text = "c";
    input.modifiers.ctrl = true;
    Commands commands;
    CHECK(typed_into(typed_text("a"), input, commands).text.text == "a");
}

TEST_CASE("Ctrl+C copies what is selected, Ctrl+X takes it away as well, and Ctrl+V puts the clipboard's text in its place") {
    const TextEdit all{"one two", 7, 0};
    Commands commands;
    CHECK(typed_into(all, keys({"ctrl+c"}), commands).text == all);
    CHECK(copied(commands) == "one two");
    commands.clear();
    CHECK(typed_into(all, keys({"ctrl+x"}), commands).text == TextEdit{});
    CHECK(copied(commands) == "one two");
    commands.clear();
    CHECK(typed_into(all, keys({"ctrl+v"}, "un\ndeux"), commands).text == typed_text("un deux"));
    CHECK(commands.empty());
}

TEST_CASE("where nothing is selected, Ctrl+C and Ctrl+X are the owner's, and an empty clipboard changes nothing") {
    const TextEdit text = typed_text("one");
    Commands commands;
    const Typed typed = typed_into(text, keys({"ctrl+c", "ctrl+x", "ctrl+v"}), commands);
    CHECK(typed.text == text);
    CHECK(typed.keys == std::vector<std::string>{"ctrl+c", "ctrl+x"});
    CHECK(commands.empty());
}

}  // namespace vitrine::typed_text_test
