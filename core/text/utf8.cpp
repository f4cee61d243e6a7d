#include "core/text/utf8.h"

#include <cstdint>

#include <utf8proc.h>

namespace vitrine {

namespace {

/// The first character; invalid and of length 1 if there is none.
Utf8Step first_character(std::string_view bytes) {
    utf8proc_int32_t character = 0;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                         static_cast<utf8proc_ssize_t>(bytes.size()), &character);
    if (length < 1) return {};
    return {static_cast<char32_t>(character), static_cast<std::size_t>(length), true};
}

/// Whether the bytes can begin a character: whether the smallest or the largest continuation bytes complete one.
bool could_begin_character(std::string_view bytes) {
    const std::string beginning(bytes);
    return first_character(beginning + "\x80\x80\x80").valid || first_character(beginning + "\xbf\xbf\xbf").valid;
}

}  // namespace

Utf8Step utf8_step_beyond_ascii(std::string_view bytes, std::size_t at) {
    bytes.remove_prefix(at);
    Utf8Step step = first_character(bytes);
    if (step.valid) return step;
    while (step.length < bytes.size() && could_begin_character(bytes.substr(0, step.length + 1))) ++step.length;
    return step;
}

std::vector<std::size_t> character_starts(std::string_view text) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!continues_character(text[i])) starts.push_back(i);
    }
    return starts;
}

std::string utf8_of(char32_t character) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes);
    return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

std::string with_replacements(std::string_view bytes) {
    std::string text;
    for_each_step(bytes, [&](const Utf8Step& step, std::string_view part) { text += step.valid ? part : "\xef\xbf\xbd"; });
    return text;
}

std::string with_bytes_named(std::string_view bytes) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string text;
    for_each_step(bytes, [&](const Utf8Step& step, std::string_view part) {
        if (step.valid) return void(text += part);
        for (const char one : part) {
            const auto byte = static_cast<unsigned char>(one);
            text += {'<', digits[byte >> 4], digits[byte & 15], '>'};
        }
    });
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

}  // namespace vitrine
