#include "core/text/normaliser/normaliser.h"
#include "core/text/utf8.h"

namespace vitrine::normaliser {

namespace {

bool is_space_of_bert(char32_t c) { return c == '\t' || c == '\n' || c == '\r' || is_white_space(c); }

/// Whether a clean text leaves out the character.
bool is_waste(char32_t c) {
    if (c == '\t' || c == '\n' || c == '\r') return false;
    return c == 0 || c == 0xfffd || is_other(c);
}

/// The blocks of CJK unified and compatibility ideographs.
bool is_ideograph(char32_t c) {
    return (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf) || (c >= 0x20000 && c <= 0x2a6df) ||
           (c >= 0x2a700 && c <= 0x2b73f) || (c >= 0x2b740 && c <= 0x2b81f) || (c >= 0x2b920 && c <= 0x2ceaf) ||
           (c >= 0xf900 && c <= 0xfaff) || (c >= 0x2f800 && c <= 0x2fa1f);
}

std::string cleaned(std::string_view text) {
    std::string result;
    for_each_step(text, [&](const Utf8Step& step, std::string_view bytes) {
        if (step.valid && is_waste(step.character)) return;
        result += step.valid && is_space_of_bert(step.character) ? " " : bytes;
    });
    return result;
}

std::string with_ideographs_apart(std::string_view text) {
    std::string result;
    for_each_step(text, [&](const Utf8Step& step, std::string_view bytes) {
        if (!step.valid || !is_ideograph(step.character)) return void(result += bytes);
        result.append(" ").append(bytes).append(" ");
    });
    return result;
}

std::string without_accents(std::string_view text) {
    std::string room, result;
    for_each_step(normalised(text, UnicodeForm::nfd, room), [&](const Utf8Step& step, std::string_view bytes) {
        if (!step.valid || !is_nonspacing_mark(step.character)) result += bytes;
    });
    return result;
}

}  // namespace

void BertNormalizer::apply(std::string& text) const {
    if (clean_text) text = cleaned(text);
    if (handle_chinese_chars) text = with_ideographs_apart(text);
    if (strip_accents.value_or(lowercase)) text = without_accents(text);
    if (lowercase) Lowercase().apply(text);
}

}  // namespace vitrine::normaliser
