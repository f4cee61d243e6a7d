#include "app/base/text_edit.h"

#include <doctest/doctest.h>

namespace vitrine::text_edit_test {

namespace {

/// The text after some keys were pressed, with | at the caret.
std::string typed(TextEdit edit, std::initializer_list<const char*> keys) {
    for (const char* key : keys) CHECK(press(edit, key));
    return edit.text.substr(0, edit.caret) + '|' + edit.text.substr(edit.caret);
}

}  // namespace

TEST_CASE("typed text goes to the caret, and in the place of what is selected") {
    TextEdit edit = typed_text("été");
    press(edit, "left");
    insert(edit, "ç");
    CHECK(edit.text == "étçé");
    CHECK(typed(edit, {}) == "étç|é");
    press(edit, "ctrl+a");
    insert(edit, "a\tb\n");
    CHECK(typed(edit, {}) == "ab|");
    insert(edit, "");
    CHECK(edit.text == "ab");
}

TEST_CASE("the caret goes from character to character, however many bytes they have") {
    const TextEdit edit = typed_text("aé→z");
    CHECK(typed(edit, {"left", "left"}) == "aé|→z");
    CHECK(typed(edit, {"left", "left", "left", "left", "left"}) == "|aé→z");
    CHECK(typed(edit, {"home", "right", "right"}) == "aé|→z");
    CHECK(typed(edit, {"right"}) == "aé→z|");
    CHECK(typed(edit, {"home", "end"}) == "aé→z|");
}

TEST_CASE("backspace and delete take a character, with Ctrl a word, and the selection where there is one") {
    const TextEdit edit = typed_text("dec cross.wéi");
    CHECK(typed(edit, {"backspace", "backspace"}) == "dec cross.w|");
    CHECK(typed(edit, {"home", "delete"}) == "|ec cross.wéi");
    CHECK(typed(edit, {"delete"}) == "dec cross.wéi|");
    CHECK(typed(edit, {"home", "backspace"}) == "|dec cross.wéi");
    CHECK(typed(edit, {"ctrl+backspace"}) == "dec cross.|");
    CHECK(typed(edit, {"ctrl+backspace", "ctrl+backspace"}) == "dec |");
    CHECK(typed(edit, {"ctrl+a", "backspace"}) == "|");
    CHECK(typed(edit, {"ctrl+left", "shift+home", "delete"}) == "|wéi");
    CHECK(typed(edit, {"home", "ctrl+delete"}) == "| cross.wéi");
}

TEST_CASE("an arrow without Shift leaves the selection at the end it points to") {
    CHECK(typed(typed_text("abc"), {"ctrl+a", "left"}) == "|abc");
    CHECK(typed(typed_text("abc"), {"ctrl+a", "right"}) == "abc|");
    CHECK(typed(typed_text("abc"), {"left", "shift+left", "right"}) == "ab|c");
}

TEST_CASE("other keys are not the text's") {
    TextEdit edit = typed_text("abc");
    for (const char* key : {"a", "up", "enter", "tab", "ctrl+c", "alt+left", "f1"}) CHECK_FALSE(press(edit, key));
    CHECK(edit == typed_text("abc"));
}

TEST_CASE("places inside of a character or past the end are made sane") {
    const TextEdit edit = with_valid_caret({"é", 1, 9});
    CHECK(edit.caret == 0);
    CHECK(edit.anchor == 2);
}

TEST_CASE("a text from elsewhere comes in as one line, in the place of what is selected") {
    TextEdit edit = typed_text("été");
    paste(edit, "\r\none\r\ntwo\t three\n\n");
    CHECK(typed(edit, {}) == "étéone two  three|");
    press(edit, "ctrl+a");
    CHECK(selected_text(edit) == edit.text);
    paste(edit, "à");
    CHECK(typed(edit, {}) == "à|");
    paste(edit, "\n");
    CHECK(edit.text == "à");
    CHECK(selected_text(edit).empty());
}

TEST_CASE("what is selected is the text between both ends, whichever comes first") {
    TextEdit edit = typed_text("aé→z");
    press(edit, "shift+left");
    press(edit, "shift+left");
    CHECK(selected_text(edit) == "→z");
    edit = typed_text("aé→z");
    press(edit, "home");
    press(edit, "shift+right");
    press(edit, "shift+right");
    CHECK(selected_text(edit) == "aé");
}

}  // namespace vitrine::text_edit_test
