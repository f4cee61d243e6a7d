#include "core/text/byte_alphabet.h"

#include <array>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// The last character of the table stands for the soft hyphen, the 68th invisible byte.
constexpr std::size_t characters = 0x100 + 68;

constexpr bool stands_for_itself(unsigned byte) {
    return (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
}

struct Table {
    std::array<char32_t, 256> character{};
    std::array<std::int16_t, characters> byte{};
    std::array<std::string, 256> spelling;

    Table() {
        byte.fill(-1);
        char32_t next = 0x100;
        for (unsigned b = 0; b < 256; ++b) {
            character[b] = stands_for_itself(b) ? char32_t(b) : next++;
            byte[character[b]] = static_cast<std::int16_t>(b);
            spelling[b] = utf8_of(character[b]);
        }
    }
};

const Table& table() {
    static const Table made;
    return made;
}

}  // namespace

char32_t character_of_byte(std::uint8_t byte) { return table().character[byte]; }

std::optional<std::uint8_t> byte_of_character(char32_t character) {
    if (character >= characters || table().byte[character] < 0) return std::nullopt;
    return static_cast<std::uint8_t>(table().byte[character]);
}

std::string spelled(std::string_view bytes) {
    std::string text;
    append_spelled(bytes, text);
    return text;
}

void append_spelled(std::string_view bytes, std::string& text) {
    const auto& spelling = table().spelling;
    for (const char byte : bytes) text += spelling[static_cast<unsigned char>(byte)];
}

std::optional<std::string> bytes_spelled(std::string_view text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = utf8_step(text, at);
        const auto byte = step.valid ? byte_of_character(step.character) : std::nullopt;
        if (!byte) return std::nullopt;
        bytes += static_cast<char>(*byte);
        at += step.length;
    }
    return bytes;
}

}  // namespace vitrine
