#include "core/text/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include <utf8proc.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char byte) { return byte < 0x80; });
}

/// What may follow a first byte: how many bytes, and between which two the next one lies. The bounds keep out spellings that are
/// longer than needed, surrogates, and what is beyond U+10FFFF.
struct Continuation {
    std::size_t count;
    unsigned char least, most;
};

Continuation continuation_of(unsigned char first) {
    if (first < 0xc2 || first > 0xf4) return {0, 0x80, 0xbf};
    if (first < 0xe0) return {1, 0x80, 0xbf};
    const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return {std::size_t(first < 0xf0 ? 2 : 3), least, most};
}

/// Text that is UTF-8 throughout.
void append_nfkc(std::string_view text, std::string& result) {
    if (is_ascii(text)) return void(result += text);
    utf8proc_uint8_t* made = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &made, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
    if (length < 0) throw Error(std::string("a text cannot be normalised: ") + utf8proc_errmsg(length));
    result.append(reinterpret_cast<const char*>(made), static_cast<std::size_t>(length));
}

}  // namespace

Utf8Step utf8_step(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return {first, 1, true};
    const Continuation next = continuation_of(first);
    char32_t character = first & (0x3fU >> next.count);
    std::size_t length = 1;
    for (; length <= next.count && at + length < bytes.size(); ++length) {
        const unsigned char one = byte(at + length);
        if (length == 1 ? one < next.least || one > next.most : (one & 0xc0) != 0x80) break;
        character = character << 6 | (one & 0x3fU);
    }
    return {character, length, next.count > 0 && length == next.count + 1};
}

std::string utf8_of(char32_t character) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes);
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

std::string with_replacements(std::string_view bytes) {
    std::string text;
    for (std::size_t at = 0; at < bytes.size();) {
        const Utf8Step step = utf8_step(bytes, at);
        text += step.valid ? bytes.substr(at, step.length) : std::string_view("\xef\xbf\xbd");
        at += step.length;
    }
    return text;
}

std::string with_bytes_named(std::string_view bytes) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    for (std::size_t at = 0; at < bytes.size();) {
        const Utf8Step step = utf8_step(bytes, at);
        if (step.valid) text += bytes.substr(at, step.length);
        for (std::size_t i = 0; !step.valid && i < step.length; ++i) {
            const auto byte = static_cast<unsigned char>(bytes[at + i]);
            text += {'<', digits[byte >> 4], digits[byte & 15], '>'};
        }
        at += step.length;
    }
    return text;
}

std::string visible_bytes(std::string_view bytes) {
    std::string text;
    for (const char character : with_bytes_named(bytes)) {
        if (character == ' ') {
            text += "·";
        } else {
            text += character;
        }
    }
    return text;
}

std::string_view nfkc(std::string_view text, std::string& room) {
    if (is_ascii(text)) return text;
    room.clear();
    for (std::size_t start = 0; start < text.size();) {
        std::size_t end = start;
        Utf8Step step;
        while (end < text.size() && (step = utf8_step(text, end)).valid) end += step.length;
        append_nfkc(text.substr(start, end - start), room);
        if (end < text.size()) room += text.substr(end, step.length);
        start = end < text.size() ? end + step.length : end;
    }
    return room;
}

}  // namespace vitrine
