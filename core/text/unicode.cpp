#include "core/text/unicode.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include <utf8proc.h>

#include "core/tensor/error.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

utf8proc_category_t category(char32_t character) { return utf8proc_category(static_cast<utf8proc_int32_t>(character)); }

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char byte) { return byte < 0x80; });
}

utf8proc_option_t options_of(UnicodeForm form) {
    const bool composed = form == UnicodeForm::nfc || form == UnicodeForm::nfkc;
    const bool compatible = form == UnicodeForm::nfkc || form == UnicodeForm::nfkd;
    return static_cast<utf8proc_option_t>(UTF8PROC_STABLE | (composed ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                                          (compatible ? UTF8PROC_COMPAT : 0));
}

/// Appends the normalised form of valid UTF-8.
void append_normalised(std::string_view text, UnicodeForm form, std::string& result) {
    if (is_ascii(text)) return void(result += text);
    utf8proc_uint8_t* made = nullptr;
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &made, options_of(form));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
    if (length < 0) throw Error(std::string("a text cannot be normalised: ") + utf8proc_errmsg(length));
    result.append(reinterpret_cast<const char*>(made), static_cast<std::size_t>(length));
}

/// Circled and squared letters, which are alphabetic but symbols by their category (the property Other_Alphabetic).
bool is_enclosed_letter(char32_t c) {
    return (c >= 0x24b6 && c <= 0x24e9) || (c >= 0x1f130 && c <= 0x1f149) || (c >= 0x1f150 && c <= 0x1f169) ||
           (c >= 0x1f170 && c <= 0x1f189);
}

}  // namespace

bool is_white_space(char32_t character) {
    if (character < 0x80) return character == ' ' || (character >= '\t' && character <= '\r');
    if (character == 0x85) return true;
    const auto kind = category(character);
    return kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL || kind == UTF8PROC_CATEGORY_ZP;
}

bool is_mark(char32_t character) {
    const auto kind = category(character);
    return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_MC || kind == UTF8PROC_CATEGORY_ME;
}

bool is_nonspacing_mark(char32_t character) { return category(character) == UTF8PROC_CATEGORY_MN; }

bool is_number(char32_t character) {
    const auto kind = category(character);
    return kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL || kind == UTF8PROC_CATEGORY_NO;
}

bool is_punctuation(char32_t character) {
    const auto kind = category(character);
    return kind >= UTF8PROC_CATEGORY_PC && kind <= UTF8PROC_CATEGORY_PO;
}

bool is_other(char32_t character) {
    const auto kind = category(character);
    return kind >= UTF8PROC_CATEGORY_CC && kind <= UTF8PROC_CATEGORY_CO;
}

bool is_word_character(char32_t character) {
    switch (category(character)) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
        case UTF8PROC_CATEGORY_MN:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_PC:
            return true;
        default:
            return is_enclosed_letter(character) || character == 0x200c || character == 0x200d;
    }
}

void append_lowercase(char32_t character, std::string& text) {
    constexpr char32_t dotted_i = 0x130;
    if (character == dotted_i) return void(text += "i\u0307");
    text += utf8_of(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(character))));
}

std::string_view normalised(std::string_view text, UnicodeForm form, std::string& room) {
    if (is_ascii(text)) return text;
    room.clear();
    for (std::size_t start = 0; start < text.size();) {
        std::size_t end = start;
        Utf8Step step;
        while (end < text.size() && (step = utf8_step(text, end)).valid) end += step.length;
        append_normalised(text.substr(start, end - start), form, room);
        if (end < text.size()) room += text.substr(end, step.length);
        start = end < text.size() ? end + step.length : end;
    }
    return room;
}

std::size_t grapheme_end(std::string_view text, std::size_t start) {
    Utf8Step step = utf8_step(text, start);
    std::size_t end = start + step.length;
    utf8proc_int32_t state = 0;
    while (step.valid && end < text.size()) {
        const Utf8Step next = utf8_step(text, end);
        if (!next.valid || utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(step.character),
                                                            static_cast<utf8proc_int32_t>(next.character), &state)) {
            break;
        }
        end += next.length;
        step = next;
    }
    return end;
}

}  // namespace vitrine
