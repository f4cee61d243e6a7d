#include "tests/fuzz/trial.h"

#include <fstream>

#include "core/text/utf8.h"

namespace vitrine::fuzz {

namespace {

constexpr std::size_t longest_line = 1000;  // bytes, without the path

/// Control characters; some of them end a line or control a terminal.
bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029; }

}  // namespace

void write(const std::filesystem::path& file, std::string_view content) {
    std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

void check_refusal(const std::string& text, std::string_view name) {
    const std::string begins = text.substr(0, 300);
    expect(text.find(name) != std::string::npos, "the refusal does not name " + std::string(name) + ": " + begins);
    expect(text.size() <= longest_line, "the refusal is " + std::to_string(text.size()) + " bytes long: " + begins);
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = utf8_step(text, at);
        expect(step.valid, "the refusal is no UTF-8: " + begins);
        expect(!is_control(step.character), "a control character is in the refusal: " + begins);
        at += step.length;
    }
}

}  // namespace vitrine::fuzz
