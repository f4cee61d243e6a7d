#include "core/text/markup.h"

#include "core/text/utf8.h"

namespace vitrine {

namespace {

bool is_for_xml(const Utf8Step& step) {
    const char32_t code = step.character;
    const bool is_blank = code == '\t' || code == '\n' || code == '\r';
    return step.valid && (code >= 0x20 || is_blank) && code != 0xFFFE && code != 0xFFFF;
}

}  // namespace

std::string escaped_markup(std::string_view text) {
    std::string result;
    for_each_step(text, [&](const Utf8Step& step, std::string_view part) {
        switch (step.character) {
            case U'<':
                result += "&lt;";
                break;
            case U'>':
                result += "&gt;";
                break;
            case U'&':
                result += "&amp;";
                break;
            case U'"':
                result += "&quot;";
                break;
            case U'\'':
                result += "&#39;";
                break;
            default:
                result += is_for_xml(step) ? part : "\xef\xbf\xbd";
        }
    });
    return result;
}

std::string json_in_script(std::string_view json) {
    std::string result;
    for (const char c : json) {
        if (c == '<') {  // in JSON it only occurs in strings
            result += "\\u003c";
        } else {
            result += c;
        }
    }
    return result;
}

}  // namespace vitrine
