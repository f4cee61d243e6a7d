#include "app/base/text_edit.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Words end at spaces and at the dots of paths.
bool separates(char c) { return c == ' ' || c == '.'; }

std::size_t word_before(std::string_view text, std::size_t place) {
    while (place > 0 && separates(text[place - 1])) --place;
    while (place > 0 && !separates(text[place - 1])) --place;
    return place;
}

std::size_t word_after(std::string_view text, std::size_t place) {
    while (place < text.size() && separates(text[place])) ++place;
    while (place < text.size() && !separates(text[place])) ++place;
    return place;
}

void remove(TextEdit& edit, std::size_t first, std::size_t last) {
    edit.text.erase(first, last - first);
    edit.caret = edit.anchor = first;
}

/// Removes what Backspace and Delete remove: the selection or, without one, the text from the caret to `place`.
void remove_to(TextEdit& edit, std::size_t place) {
    const std::size_t from = edit.caret == edit.anchor ? place : edit.anchor;
    remove(edit, std::min(from, edit.caret), std::max(from, edit.caret));
}

struct Move {
    std::string_view key;
    std::size_t to;
};

}  // namespace

std::size_t before(std::string_view text, std::size_t place) {
    if (place == 0) return 0;
    do --place;
    while (place > 0 && continues_character(text[place]));
    return place;
}

std::size_t after(std::string_view text, std::size_t place) {
    if (place >= text.size()) return text.size();
    do ++place;
    while (place < text.size() && continues_character(text[place]));
    return place;
}

TextEdit typed_text(std::string text) {
    const std::size_t end = text.size();
    return {std::move(text), end, end};
}

TextEdit with_valid_caret(TextEdit edit) {
    for (std::size_t* place : {&edit.caret, &edit.anchor}) {
        *place = std::min(*place, edit.text.size());
        while (*place > 0 && *place < edit.text.size() && continues_character(edit.text[*place])) --*place;
    }
    return edit;
}

void insert(TextEdit& edit, std::string_view typed) {
    std::string text;
    for (const char c : typed) {
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) text += c;
    }
    if (text.empty()) return;
    remove_to(edit, edit.caret);
    edit.text.insert(edit.caret, text);
    edit.caret = edit.anchor = edit.caret + text.size();
}

void paste(TextEdit& edit, std::string_view text) {
    std::string line;
    bool after_control = false;
    for (const char c : text) {
        const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
        if (!control && after_control && !line.empty()) line += ' ';
        if (!control) line += c;
        after_control = control;
    }
    insert(edit, line);
}

std::string selected_text(const TextEdit& edit) {
    const auto [first, last] = std::minmax(edit.anchor, edit.caret);
    return edit.text.substr(first, last - first);
}

bool press(TextEdit& edit, std::string_view chord) {
    const std::string& text = edit.text;
    if (chord == "backspace") return remove_to(edit, before(text, edit.caret)), true;
    if (chord == "delete") return remove_to(edit, after(text, edit.caret)), true;
    if (chord == "ctrl+backspace") return remove_to(edit, word_before(text, edit.caret)), true;
    if (chord == "ctrl+delete") return remove_to(edit, word_after(text, edit.caret)), true;
    if (chord == "ctrl+a") {
        edit.anchor = 0;
        edit.caret = text.size();
        return true;
    }
    const bool selects = chord.find("shift+") != std::string_view::npos;
    const bool selected = edit.caret != edit.anchor && !selects;
    const Move moves[] = {
        {"left", selected ? std::min(edit.caret, edit.anchor) : before(text, edit.caret)},
        {"right", selected ? std::max(edit.caret, edit.anchor) : after(text, edit.caret)},
        {"ctrl+left", word_before(text, edit.caret)},
        {"ctrl+right", word_after(text, edit.caret)},
        {"home", 0},
        {"end", text.size()},
    };
    std::string plain(chord);
    if (selects) plain.erase(plain.find("shift+"), 6);
    for (const Move& move : moves) {
        if (plain != move.key) continue;
        edit.caret = move.to;
        if (!selects) edit.anchor = move.to;
        return true;
    }
    return false;
}

}  // namespace vitrine
