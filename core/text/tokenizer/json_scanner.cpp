#include "core/text/tokenizer/json_scanner.h"

#include <algorithm>

#include "core/text/utf8.h"

namespace vitrine {

namespace {

bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = utf8_step(text, at);
        if (!step.valid) return false;
        at += step.length;
    }
    return true;
}

}  // namespace

bool JsonScanner::string(std::string& result) {
    result.clear();
    if (!take('"')) return false;
    for (std::size_t start = at_; at_ < text_.size(); start = at_) {
        while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' && static_cast<unsigned char>(text_[at_]) >= 0x20)
            ++at_;
        result.append(text_.substr(start, at_ - start));
        if (at_ == text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20) return false;
        if (text_[at_++] == '"') return is_utf8(result);
        if (!escape(result)) return false;
    }
    return false;
}

bool JsonScanner::escape(std::string& result) {
    static constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    if (at_ == text_.size()) return false;
    const char letter = text_[at_++];
    if (const auto found = letters.find(letter); found != std::string_view::npos) {
        result += meant[found];
        return true;
    }
    char32_t unit = 0, second = 0;
    if (letter != 'u' || !code_unit(unit) || (unit >= 0xdc00 && unit < 0xe000)) return false;
    if (unit >= 0xd800 && unit < 0xdc00) {  // the first half of a character beyond U+FFFF
        if (text_.substr(at_, 2) != "\\u") return false;
        at_ += 2;
        if (!code_unit(second) || second < 0xdc00 || second >= 0xe000) return false;
        unit = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
    }
    result += utf8_of(unit);
    return true;
}

bool JsonScanner::code_unit(char32_t& unit) {
    const std::string_view digits = text_.substr(std::min(at_, text_.size()), 4);
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc() || end != digits.data() + 4) return false;
    unit = value;
    at_ += 4;
    return true;
}

bool JsonScanner::skip(int deepest) {
    if (deepest == 0) return false;
    switch (peek()) {
        case '{':
            return items('{', '}', [&] { return string(skipped_) && take(':') && skip(deepest - 1); });
        case '[':
            return items('[', ']', [&] { return skip(deepest - 1); });
        case '"':
            return string(skipped_);
        default: {  // a number, true, false or null, which is checked by whoever reads it
            const std::size_t start = at_;
            while (at_ < text_.size() && std::string_view("+-.0123456789aeflnrstuE").find(text_[at_]) != std::string_view::npos)
                ++at_;
            return at_ > start;
        }
    }
}

}  // namespace vitrine
