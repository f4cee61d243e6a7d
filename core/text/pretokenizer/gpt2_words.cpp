#include "core/text/pretokenizer/gpt2_words.h"

#include <array>
#include <initializer_list>

#include <utf8proc.h>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

enum class Kind : unsigned char { letter, digit, space, other };

/// The kind of a Unicode character. Spaces are those with the property White_Space.
Kind kind_of(char32_t character) {
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(character))) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
            return Kind::letter;
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
        case UTF8PROC_CATEGORY_NO:
            return Kind::digit;
        case UTF8PROC_CATEGORY_ZS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return Kind::space;
        default:
            return (character >= '\t' && character <= '\r') || character == 0x85 ? Kind::space : Kind::other;
    }
}

std::array<Kind, 128> kinds_of_ascii() {
    std::array<Kind, 128> kinds{};
    for (char32_t c = 0; c < kinds.size(); ++c) kinds[c] = kind_of(c);
    return kinds;
}

struct Sign {
    Kind kind;
    std::size_t length;
};

Sign sign_at(std::string_view text, std::size_t at) {
    static const std::array<Kind, 128> ascii = kinds_of_ascii();
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < ascii.size()) return {ascii[byte], 1};
    const Utf8Step step = utf8_step(text, at);
    return {step.valid ? kind_of(step.character) : Kind::other, step.length};
}

/// The end of a run of characters of one kind.
std::size_t run_end(std::string_view text, std::size_t at, Kind kind) {
    while (at < text.size()) {
        const Sign sign = sign_at(text, at);
        if (sign.kind != kind) break;
        at += sign.length;
    }
    return at;
}

/// The end of a run of spaces. The last space before another character belongs to the piece of that character, unless it is the
/// only space.
std::size_t spaces_end(std::string_view text, std::size_t start) {
    std::size_t last = start, at = start;
    while (at < text.size()) {
        const Sign sign = sign_at(text, at);
        if (sign.kind != Kind::space) break;
        last = at;
        at += sign.length;
    }
    return at == text.size() || last == start ? at : last;
}

/// The length of a contraction such as "'s" or "'re" at the start of a text; 0 if there is none.
std::size_t contraction(std::string_view text) {
    if (text.front() != '\'') return 0;
    for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
        if (text.starts_with(ending)) return ending.size();
    }
    return 0;
}

}  // namespace

std::size_t piece_end(std::string_view text, std::size_t start) {
    if (const std::size_t length = contraction(text.substr(start))) return start + length;
    const std::size_t first = start + (text[start] == ' ' ? 1 : 0);
    if (first < text.size()) {
        const Kind kind = sign_at(text, first).kind;
        if (kind != Kind::space) return run_end(text, first, kind);
    }
    return spaces_end(text, start);
}

}  // namespace vitrine
